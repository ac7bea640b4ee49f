//! A compiled component.

use super::compile::compile;
use super::given::{Given, Member, Wrong};
use super::names::UNUSED;
use super::op::Op;
use super::parse::parse;
use super::program::{Program, Root};
use super::table::is_root;
use super::token::Unit;
use super::tree::Node;
use super::trees::Trees;
use crate::market::{FeatureSet, Timeframe};
use crate::strategy::observable::{Compare, Role};
use std::sync::{Arc, OnceLock};

/// Most comparisons that a component shows.
const COMPARISONS_MAX: usize = 8;

/// A comparison of a text, with both sides as targets of their own.
#[derive(Debug)]
pub(in crate::strategy) struct Comparison {
    pub(in crate::strategy) role: Role,
    pub(in crate::strategy) compare: Compare,
    /// The texts of both sides.
    pub(in crate::strategy) texts: [String; 2],
    pub(in crate::strategy) line: Expression,
    pub(in crate::strategy) mark: Expression,
}

/// Returns a comparison, or its opposite.
fn compare_of(op: Op, is_negated: bool) -> Option<Compare> {
    Some(match (op, is_negated) {
        (Op::Below, false) | (Op::AtLeast, true) => Compare::Under,
        (Op::AtMost, false) | (Op::Above, true) => Compare::AtMost,
        (Op::AtLeast, false) | (Op::Below, true) => Compare::AtLeast,
        (Op::Above, false) | (Op::AtMost, true) => Compare::Over,
        _ => return None,
    })
}

/// The texts and numbers of a component, and what they compute.
#[derive(Debug)]
pub struct Expression {
    /// The parameters by name, each text in its one spelling.
    pub(super) members: Vec<(String, Member)>,
    pub(super) program: Arc<Program>,
    /// The program for other numbers that are not windows, made for the first of them; `None` if it
    /// weighs too much, since numbers that are equal now are no longer one part.
    open: OnceLock<Option<Arc<Program>>>,
    /// The texts, shared by components that differ in their numbers alone.
    trees: Arc<Trees>,
}

impl Expression {
    fn new(members: Vec<(String, Member)>, program: Arc<Program>, trees: Arc<Trees>) -> Self {
        Self { members, program, open: OnceLock::new(), trees }
    }

    /// Compiles the parameters of a component; names that it does not give may stand in `shared`.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn compile(
        own: &[(&str, Given<'_>)],
        shared: &[(&str, Given<'_>)],
        timeframe: Timeframe,
    ) -> Result<Self, Vec<Wrong>> {
        let (members, program, trees) = compile(own, shared, timeframe)?;
        Ok(Self::new(members, program.into(), trees.into()))
    }

    /// Returns the one spelling of a text that need not be of a component; `None` if it is wrong.
    #[doc(hidden)]
    pub fn spelling(text: &str, timeframe: Timeframe) -> Option<String> {
        parse(text).ok().map(|tree| tree.spelling(timeframe))
    }

    /// Compiles the same component for bars of another length; `None` if a window is given in bars, or
    /// is no whole number of those.
    pub fn on(&self, timeframe: Timeframe) -> Option<Self> {
        let is_in_bars = |node: &Node| matches!(node, Node::Window(_, Unit::Bars));
        if self.trees.texts.iter().any(|tree| tree.nodes.iter().any(is_in_bars)) {
            return None;
        }
        let given = self.members.iter().map(|(name, member)| (name.as_str(), member.given()));
        Self::compile(&given.collect::<Vec<_>>(), &[], timeframe).ok()
    }

    /// Compiles the same component with other values of some of its parameters. Names that no text
    /// uses any more are left out.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn with(
        &self,
        changes: &[(&str, Given<'_>)],
        timeframe: Timeframe,
    ) -> Result<Self, Vec<Wrong>> {
        if let Some(expression) = self.with_numbers(changes) {
            return Ok(expression);
        }
        let new = |name: &str| changes.iter().find(|(changed, _)| *changed == name);
        let mut given: Vec<(&str, Given<'_>)> = self
            .members
            .iter()
            .map(|(name, member)| {
                (name.as_str(), new(name).map_or(member.given(), |(_, given)| *given))
            })
            .collect();
        Self::without_unused(&mut given, timeframe)
    }

    /// Compiles the same texts with other numbers; `None` if a text changes or something is wrong. Its
    /// program has the targets of a new compilation, but may weigh more.
    pub(super) fn with_numbers(&self, changes: &[(&str, Given<'_>)]) -> Option<Self> {
        let (mut members, mut may_be_open) = (self.members.clone(), true);
        for (name, given) in changes {
            let Given::Number(new) = given else { return None };
            let found = members.iter_mut().find(|(member, _)| member == name)?;
            let Member::Number(number, is_window) = &mut found.1 else { return None };
            *number = *new;
            may_be_open &= !*is_window;
        }
        let program = |is_open| self.trees.program(&members, is_open).map(Arc::new);
        let open = if may_be_open { self.open.get_or_init(|| program(true)).clone() } else { None };
        let program = open.or_else(|| program(false))?;
        Some(Self::new(members, program, Arc::clone(&self.trees)))
    }

    /// Compiles parameters, leaving out names that no text uses.
    fn without_unused(
        given: &mut Vec<(&str, Given<'_>)>,
        timeframe: Timeframe,
    ) -> Result<Self, Vec<Wrong>> {
        loop {
            let wrong = match Self::compile(given, &[], timeframe) {
                Ok(expression) => return Ok(expression),
                Err(wrong) => wrong,
            };
            if wrong.iter().any(|wrong| wrong.fault.message != UNUSED) {
                return Err(wrong);
            }
            let is_unused = |name: &str| wrong.iter().any(|one| one.name.as_deref() == Some(name));
            given.retain(|(name, _)| !is_unused(name));
        }
    }

    /// Returns a component whose target is another text over the same names.
    fn of_target(&self, text: &str, timeframe: Timeframe) -> Option<Self> {
        let names = self.members.iter().filter(|(name, _)| !is_root(name));
        let mut given: Vec<(&str, Given<'_>)> =
            names.map(|(name, member)| (name.as_str(), member.given())).collect();
        given.push(("target", Given::Text(text)));
        Self::without_unused(&mut given, timeframe).ok()
    }

    /// Returns the comparisons that the texts join with `and`, `or` and `not`, in their order.
    pub(in crate::strategy) fn comparisons(&self, timeframe: Timeframe) -> Vec<Comparison> {
        let mut comparisons = Vec::new();
        for (name, role) in [("target", Role::Hold), ("enter", Role::Buy), ("exit", Role::Sell)] {
            self.collect(name, (role, false), timeframe, &mut comparisons);
        }
        comparisons.truncate(COMPARISONS_MAX);
        comparisons
    }

    fn collect(
        &self,
        name: &str,
        (role, is_negated): (Role, bool),
        timeframe: Timeframe,
        into: &mut Vec<Comparison>,
    ) {
        let found = self.members.iter().find(|(member, _)| member == name);
        let Some((_, Member::Text(text))) = found else { return };
        let Ok(tree) = parse(text) else { return };
        let mut left = vec![(tree.root(), is_negated)];
        while let Some((node, is_negated)) = left.pop() {
            match &tree.nodes[node] {
                Node::Name(name) => self.collect(name, (role, is_negated), timeframe, into),
                Node::Operator(Op::Not, [of, _]) => left.push((*of, !is_negated)),
                Node::Operator(Op::And | Op::Or, [first, second]) => {
                    left.extend([(*second, is_negated), (*first, is_negated)]);
                }
                Node::Operator(op, sides) if into.len() < COMPARISONS_MAX => {
                    let Some(compare) = compare_of(*op, is_negated) else { continue };
                    let texts = sides.map(|side| tree.spelling_of(side, timeframe));
                    let sides = texts.each_ref().map(|text| self.of_target(text, timeframe));
                    if let [Some(line), Some(mark)] = sides {
                        into.push(Comparison { role, compare, texts, line, mark });
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns whether the target is the same on every bar.
    pub(in crate::strategy) fn is_constant(&self) -> bool {
        match self.program.root {
            Root::Levels(root) => self.program.is_constant[root as usize],
            Root::Band(..) => false,
        }
    }

    /// Returns the parameters by name, each text in its one spelling.
    pub fn members(&self) -> &[(String, Member)] {
        &self.members
    }

    /// Returns the weight of all parts.
    pub fn weight(&self) -> u32 {
        self.program.weight
    }

    /// Returns the features that the texts read.
    pub fn features(&self) -> FeatureSet {
        self.program.features
    }
}
