//! An axis of a plan: what of a candidate it sets, and to what.

use crate::num::transcend::{exp, ln};
use crate::num::{clamp, min};

/// What of a candidate an axis sets; components are counted from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// The market.
    Market,
    /// The strategy of a component.
    Strategy(usize),
    /// The share of a component in the sum of all shares.
    Weight(usize),
    /// A parameter of a component, which has no effect under a strategy without it.
    Parameter(usize, String),
}

/// What an axis may set.
#[derive(Debug, Clone, PartialEq)]
pub enum Levels {
    /// One of these.
    Listed(Vec<Level>),
    /// A number of a range.
    Range(Range),
}

/// A value that an axis sets.
#[derive(Debug, Clone, PartialEq)]
pub enum Level {
    /// A number; a window in days.
    Number(f64),
    /// A text: a strategy or a choice.
    Text(String),
}

/// A range of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// So many numbers at equal steps, both ends among them; `None`: any number.
    pub steps: Option<usize>,
    /// Whether steps are equal as ratios.
    pub is_log: bool,
    /// Every number is rounded to a whole number of so many parts of 1: bars of a day for a window, 1
    /// for what is whole; `None`: not at all.
    pub parts: Option<f64>,
}

impl Range {
    /// Returns the number at a share of the way from the smallest to the largest.
    fn at(&self, share: f64) -> f64 {
        let Self { min: low, max: high, is_log, parts, .. } = *self;
        let number = if share >= 1.0 {
            high
        } else if is_log && share > 0.0 {
            clamp(low * exp(share * ln(high / low)), low, high)
        } else {
            min(high, low + share * (high - low))
        };
        parts.map_or(number, |parts| (number * parts).round() / parts)
    }

    /// Returns the number of a level.
    fn level(&self, place: usize, steps: usize) -> f64 {
        self.at(if steps < 2 { 0.0 } else { place as f64 / (steps - 1) as f64 })
    }
}

/// An axis of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What it sets.
    pub target: Target,
    /// To what.
    pub levels: Levels,
}

/// What an axis sets for one candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Set<'a> {
    /// A number.
    Number(f64),
    /// The text at a place of its list.
    Text(usize, &'a str),
}

impl Set<'_> {
    /// Returns the coordinate of a point: the number, or the place in the list.
    pub fn coordinate(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Text(place, _) => *place as f64,
        }
    }
}

impl Axis {
    /// Returns how many levels there are; `None` of a range without steps.
    pub fn count(&self) -> Option<usize> {
        match &self.levels {
            Levels::Listed(levels) => Some(levels.len()),
            Levels::Range(range) => range.steps,
        }
    }

    /// Returns what a level sets.
    pub(super) fn at_level(&self, place: usize) -> Set<'_> {
        match &self.levels {
            Levels::Listed(levels) => match &levels[place] {
                Level::Number(number) => Set::Number(*number),
                Level::Text(text) => Set::Text(place, text),
            },
            Levels::Range(range) => Set::Number(range.level(place, range.steps.unwrap_or(1))),
        }
    }

    /// Returns what a draw in (0, 1) sets: every level has the same share of the draws.
    pub(super) fn at_draw(&self, draw: f64) -> Set<'_> {
        match (&self.levels, self.count()) {
            (Levels::Range(range), None) => Set::Number(range.at(draw)),
            (_, count) => self.at_level(place_of(draw * count.unwrap_or(0) as f64)),
        }
    }

    /// Returns what a row of a list sets: a number of the range, or the place in a list. The reader has
    /// checked it.
    pub(super) fn at_row(&self, number: f64) -> Set<'_> {
        match &self.levels {
            Levels::Range(Range { parts, .. }) => {
                Set::Number(parts.map_or(number, |parts| (number * parts).round() / parts))
            }
            Levels::Listed(_) => self.at_level(place_of(number)),
        }
    }
}

/// Returns the whole part of a number that is not negative.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a list")]
fn place_of(number: f64) -> usize {
    number as usize
}
