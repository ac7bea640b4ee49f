//! An axis of a plan: a part of the candidate, and its possible values.

use crate::num::transcend::{exp, ln};
use crate::num::{clamp, min, place};
use std::borrow::Cow;

/// A text of the catalogue, or of the caller.
type Text = Cow<'static, str>;

/// The part of a candidate that an axis sets; components are counted from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// The market.
    Market,
    /// The strategy of a component.
    Strategy(usize),
    /// The share of a component relative to the sum of all shares.
    Weight(usize),
    /// A parameter of a component; it has no effect under a strategy without that parameter.
    Parameter(usize, Text),
}

/// Possible values of an axis.
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
    /// A text: a strategy, a choice, or a text of an expression.
    Text(Text),
}

/// A range of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// Number of equal steps including both ends; `None`: any number.
    pub steps: Option<usize>,
    /// Whether steps are equal ratios.
    pub is_log: bool,
    /// Numbers are rounded to multiples of 1 divided by this: bars per day for a window, 1 for
    /// whole numbers; `None`: not rounded.
    pub parts: Option<f64>,
}

impl Range {
    /// Returns the number at a share of the way from minimum to maximum.
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
    /// Part of the candidate.
    pub target: Target,
    /// Possible values.
    pub levels: Levels,
}

/// The value of an axis for one candidate.
#[derive(Debug, Clone, PartialEq)]
pub enum Set {
    /// A number.
    Number(f64),
    /// The text at a position of its list.
    Text(usize, Text),
}

impl Set {
    /// Returns the coordinate of a point: the number, or the position in the list.
    pub fn coordinate(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Text(place, _) => *place as f64,
        }
    }
}

impl Axis {
    /// Returns the number of levels; `None` for a range without steps.
    pub fn count(&self) -> Option<usize> {
        match &self.levels {
            Levels::Listed(levels) => Some(levels.len()),
            Levels::Range(range) => range.steps,
        }
    }

    /// Returns the value at a level.
    pub(super) fn at_level(&self, place: usize) -> Set {
        match &self.levels {
            Levels::Listed(levels) => match &levels[place] {
                Level::Number(number) => Set::Number(*number),
                Level::Text(text) => Set::Text(place, text.clone()),
            },
            Levels::Range(range) => Set::Number(range.level(place, range.steps.unwrap_or(1))),
        }
    }

    /// Returns the value for a draw in (0, 1); every level has the same share of the draws.
    pub(super) fn at_draw(&self, draw: f64) -> Set {
        match (&self.levels, self.count()) {
            (Levels::Range(range), None) => Set::Number(range.at(draw)),
            (_, count) => self.at_level(place(draw * count.unwrap_or(0) as f64)),
        }
    }

    /// Returns the value for a number in a row of a list, which the reader has checked: a number of
    /// the range, or a position in the list.
    pub(super) fn at_row(&self, number: f64) -> Set {
        match &self.levels {
            Levels::Range(Range { parts, .. }) => {
                Set::Number(parts.map_or(number, |parts| (number * parts).round() / parts))
            }
            Levels::Listed(_) => self.at_level(place(number)),
        }
    }
}
