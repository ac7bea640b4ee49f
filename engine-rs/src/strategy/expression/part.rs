//! The parts of a component: what its texts compute, each once, in whatever text it stands.

use super::kernel::fold;
use super::op::{Op, Place};
use crate::market::{FeatureSet, Timeframe};
use std::fmt::Write;

/// Most that a component weighs.
pub const WEIGHT_MAX: u32 = 64;

/// Stands for an operand or a window that a part has not.
pub(super) const NONE: u32 = u32::MAX;

/// A part, known by its operation, its operands and its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) op: Op,
    /// Its operands, which are earlier parts.
    pub(super) of: [u32; 3],
    /// Its windows, bars; of a column or constant its place.
    pub(super) windows: [u32; 3],
    /// Bits of the number.
    pub(super) bits: u64,
}

/// The parts, in an order in which each comes after its operands.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) all: Vec<Part>,
    /// Whether each is the same on every bar.
    pub(super) is_constant: Vec<bool>,
    /// The weight of each, and its name for people.
    pub(super) weights: Vec<(u32, &'static str)>,
    /// The features that they need.
    pub(super) features: FeatureSet,
    /// The places in `all`, sorted by part.
    sorted: Vec<u32>,
}

impl Parts {
    /// Returns the part of a number.
    pub(super) fn number(&mut self, number: f64) -> u32 {
        // one pattern for no number, one for zero
        let number = if number.is_nan() { f64::NAN } else { number + 0.0 };
        let part =
            Part { op: Op::Number, of: [NONE; 3], windows: [NONE; 3], bits: number.to_bits() };
        self.part(part, true, (0, ""))
    }

    /// Returns the part of a column or a constant.
    pub(super) fn read(&mut self, place: Place, features: FeatureSet, time: Timeframe) -> u32 {
        self.features = self.features.with(features);
        match place {
            Place::BarsPerDay => self.number(time.bars_per_day() as f64),
            Place::BarsPerYear => self.number(time.bars_per_year()),
            _ => {
                let windows = [place as u32, NONE, NONE];
                let part = Part { op: Op::Read, of: [NONE; 3], windows, bits: 0 };
                self.part(part, place.is_constant(), (0, ""))
            }
        }
    }

    /// Returns the part of the number under a name, which is known only when the program runs.
    pub(super) fn own(&mut self, name: u32) -> u32 {
        let windows = [Place::Own as u32, name, NONE];
        self.part(Part { op: Op::Read, of: [NONE; 3], windows, bits: 0 }, true, (0, ""))
    }

    /// Returns the part of an operation. An operation on numbers alone is
    /// computed here.
    pub(super) fn add(
        &mut self,
        op: Op,
        of: [u32; 3],
        windows: [u32; 3],
        weight: (u32, &'static str),
    ) -> u32 {
        let number = |at: u32| match self.all.get(at as usize) {
            Some(part) if part.op == Op::Number => Some(f64::from_bits(part.bits)),
            None => Some(f64::NAN),
            Some(_) => None,
        };
        if !op.has_memory()
            && let [Some(a), Some(b), Some(c)] = of.map(number)
        {
            return self.number(fold(op, [a, b, c]));
        }
        let is_constant = |at: u32| self.is_constant.get(at as usize).is_none_or(|is| *is);
        let is_constant = !op.has_memory() && of.into_iter().all(is_constant);
        let weight = if is_constant { (0, "") } else { weight };
        self.part(Part { op, of, windows, bits: 0 }, is_constant, weight)
    }

    #[inline(never)]
    fn part(&mut self, part: Part, is_constant: bool, weight: (u32, &'static str)) -> u32 {
        match self.sorted.binary_search_by(|at| self.all[*at as usize].cmp(&part)) {
            Ok(found) => self.sorted[found],
            Err(place) => {
                let at = u32::try_from(self.all.len()).unwrap_or(NONE);
                self.all.push(part);
                self.is_constant.push(is_constant);
                self.weights.push(weight);
                self.sorted.insert(place, at);
                at
            }
        }
    }

    /// Returns the weight of all parts.
    pub(super) fn weight(&self) -> u32 {
        self.weights.iter().map(|(weight, _)| weight).sum()
    }

    /// Returns the heaviest parts in a sentence.
    #[cold]
    pub(super) fn heaviest(&self) -> String {
        const SHOWN: usize = 5;
        let mut left = self.weights.clone();
        let mut sentence = String::new();
        for shown in 0.. {
            let heaviest = left.iter().map(|(weight, _)| *weight).max().unwrap_or(0);
            let place = left.iter().position(|(weight, _)| *weight == heaviest && heaviest > 0);
            let Some(at) = place else { break };
            sentence.push_str(if shown == 0 { "" } else { ", " });
            if shown == SHOWN {
                sentence.push_str("...");
                break;
            }
            let (weight, name) = left.remove(at);
            let _ = write!(sentence, "{name} {weight}");
        }
        sentence
    }

    /// Returns which parts a part reads, itself included, however far around.
    pub(super) fn reach(&self, root: u32) -> Vec<bool> {
        let mut reached = vec![false; self.all.len()];
        reached[root as usize] = true;
        for at in (0..self.all.len()).rev().filter(|at| *at <= root as usize) {
            if reached[at] {
                for of in self.all[at].of.into_iter().filter(|of| *of != NONE) {
                    reached[of as usize] = true;
                }
            }
        }
        reached
    }

    /// Returns bytes that two parts of two components share when they compute the same.
    pub(super) fn key(&self, root: u32) -> Vec<u8> {
        let reached = self.reach(root);
        let mut local = vec![NONE; self.all.len()];
        let (mut key, mut count) = (Vec::new(), 0);
        for (at, part) in self.all.iter().enumerate().filter(|(at, _)| reached[*at]) {
            local[at] = count;
            count += 1;
            key.push(part.op as u8);
            if part.op == Op::Number {
                key.extend(part.bits.to_le_bytes());
            }
            for of in part.of.into_iter().filter(|of| *of != NONE) {
                key.extend(local[of as usize].to_le_bytes());
            }
            for window in part.windows.into_iter().filter(|window| *window != NONE) {
                key.extend(window.to_le_bytes());
            }
        }
        key
    }
}
