//! The length of a bar.

use crate::json::{Emit, Sink};
use crate::time::DAY_MS;

/// The length of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timeframe {
    /// One hour.
    Hourly,
    /// One day.
    Daily,
}

impl Timeframe {
    /// Every timeframe.
    pub const ALL: [Self; 2] = [Self::Hourly, Self::Daily];

    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hourly => "hourly",
            Self::Daily => "daily",
        }
    }

    /// Returns the timeframe of a public name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|timeframe| timeframe.name() == name)
    }

    /// Returns the bars of a day.
    pub fn bars_per_day(self) -> usize {
        match self {
            Self::Hourly => 24,
            Self::Daily => 1,
        }
    }

    /// Returns the bars of a year of 365 days.
    pub fn bars_per_year(self) -> f64 {
        (365 * self.bars_per_day()) as f64
    }

    /// Returns the milliseconds from one close to the next.
    pub fn step_ms(self) -> i64 {
        match self {
            Self::Hourly => DAY_MS / 24,
            Self::Daily => DAY_MS,
        }
    }
}

impl Emit for Timeframe {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.string(self.name());
    }
}
