//! The order in which the parts of a component are computed.

use super::op::Op;
use super::part::{NONE, Part, Parts};
use crate::market::FeatureSet;

/// A compiled component.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) parts: Vec<Part>,
    pub(super) is_constant: Vec<bool>,
    pub(super) steps: Vec<Step>,
    pub(super) root: Root,
    /// The weight of all parts.
    pub(super) weight: u32,
    /// The features that the texts read.
    pub(super) features: FeatureSet,
}

/// The parts that decide the targets.
#[derive(Debug, Clone, Copy)]
pub(super) enum Root {
    /// A part in at or above the first constant, else out at or below the second.
    Band(u32, [u32; 2]),
    /// A part that is the target.
    Levels(u32),
}

/// A column to make.
#[derive(Debug)]
pub(super) enum Step {
    /// A part that reads bars before the newest one.
    Memory(u32),
    /// A part that reads one bar only.
    Column(Pass),
}

/// A pass over the blocks of the bars that ends with a part.
#[derive(Debug)]
pub(super) struct Pass {
    pub(super) part: u32,
    /// The parts that are computed on the way and kept for no other pass; the last is the part.
    pub(super) members: Vec<u32>,
    /// Key of the column in the cache: equal for parts of other components that compute the same.
    pub(super) key: Vec<u8>,
    /// The constants that are known only when the program runs.
    pub(super) constants: Vec<u32>,
}

impl Program {
    /// Returns the program of a target, or of `enter` and `exit`.
    pub(super) fn new(mut parts: Parts, roots: &[u32]) -> Self {
        let weight = parts.weight();
        let root = match *roots {
            [enter, exit] => parts.band(enter, exit).unwrap_or_else(|| {
                Root::Levels(parts.add(Op::Switch, [enter, exit, NONE], [NONE; 3], (0, "")))
            }),
            _ => Root::Levels(roots.first().copied().unwrap_or(0)),
        };
        let (Root::Band(last, _) | Root::Levels(last)) = root;
        let steps = steps(&parts, last);
        let Parts { all, is_constant, features, .. } = parts;
        Self { parts: all, is_constant, steps, root, weight, features }
    }
}

impl Parts {
    /// Returns the band of two conditions that compare one part with two constants.
    fn band(&self, enter: u32, exit: u32) -> Option<Root> {
        let (enter, exit) = (self.all.get(enter as usize)?, self.all.get(exit as usize)?);
        let ([line, entry, _], [other, leave, _]) = (enter.of, exit.of);
        let is_constant = |at: u32| self.is_constant.get(at as usize).is_some_and(|is| *is);
        let is_band = enter.op == Op::AtLeast
            && exit.op == Op::AtMost
            && line == other
            && !is_constant(line)
            && is_constant(entry)
            && is_constant(leave);
        is_band.then_some(Root::Band(line, [entry, leave]))
    }
}

/// Returns the columns to make for a part, each after those that it reads.
fn steps(parts: &Parts, root: u32) -> Vec<Step> {
    let reached = parts.reach(root);
    let is_leaf = |at: usize| parts.is_constant[at] || parts.all[at].op == Op::Read;
    // The pass of each part: that of the only part that reads it, else its own.
    let mut pass = vec![NONE; parts.all.len()];
    let own = |at: usize| u32::try_from(at).unwrap_or(NONE);
    pass[root as usize] = root;
    for at in (0..parts.all.len()).rev().filter(|at| reached[*at]) {
        let part = &parts.all[at];
        for of in part.of.into_iter().filter(|of| *of != NONE).map(|of| of as usize) {
            let reader = if part.op.has_memory() { own(of) } else { pass[at] };
            let is_first = pass[of] == NONE;
            pass[of] = if is_first || pass[of] == reader { reader } else { own(of) };
        }
    }
    let mut steps = Vec::new();
    for at in (0..parts.all.len()).filter(|at| reached[*at]) {
        let part = own(at);
        let is_read_whole = pass[at] == part;
        if parts.all[at].op.has_memory() {
            steps.push(Step::Memory(part));
        } else if is_read_whole && (parts.is_constant[at] || parts.all[at].op != Op::Read) {
            let is_member = |one: &usize| {
                pass[*one] == part
                    && reached[*one]
                    && !is_leaf(*one)
                    && !parts.all[*one].op.has_memory()
            };
            let members = (0..=at).filter(|one| *one == at || is_member(one)).map(own).collect();
            let reach = parts.reach(part);
            let is_late = |one: &usize| {
                reach[*one] && parts.is_constant[*one] && parts.all[*one].op == Op::Read
            };
            let constants = (0..=at).filter(is_late).map(own).collect();
            let key = parts.key(part);
            steps.push(Step::Column(Pass { part, members, key, constants }));
        }
    }
    steps
}
