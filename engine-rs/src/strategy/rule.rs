//! The rule of a strategy over a column.

use super::Line;
use super::targets::{HOLD, IN, OUT, Targets};

/// Targets of a strategy on each bar. Where its column has no number, on the first bars or between,
/// it has no opinion.
#[derive(Debug, Clone)]
pub enum Rule<'s> {
    /// In at or above `entry`, else out at or below `exit`, else no opinion.
    Band {
        /// The compared column.
        line: Line<'s>,
        /// Lower edge of "in".
        entry: f64,
        /// Upper edge of "out".
        exit: f64,
    },
    /// The target itself, or [`HOLD`]. A strategy that decides bar by bar makes the column with
    /// [`when`] or [`switch`].
    Levels(Vec<f64>),
}

impl Rule<'_> {
    /// Returns the targets on `bars` bars, the last of which is the end of the column.
    pub fn targets(&self, bars: usize) -> Targets {
        match self {
            Self::Band { line, entry, exit } => Targets::of_band(bars, line, (*entry, *exit)),
            Self::Levels(levels) => Targets::of_levels(bars, levels),
        }
    }

    /// Returns the target of each of `bars` bars, `NaN` without an opinion.
    pub(super) fn levels(&self, bars: usize) -> Vec<f64> {
        let levels: Vec<f64> = match self {
            Self::Band { line, entry, exit } => {
                line.iter().map(|value| band(*value, *entry, *exit)).collect()
            }
            Self::Levels(levels) => levels.clone(),
        };
        core::iter::repeat_n(HOLD, bars - levels.len()).chain(levels).collect()
    }
}

/// Returns whether all conditions hold. They are compared without a branch between them, which many
/// bars would mispredict.
#[inline(always)]
pub fn all<const N: usize>(conditions: [bool; N]) -> bool {
    conditions.into_iter().fold(true, |all, condition| all & condition)
}

/// Returns "in" if `condition` holds, else "out".
#[inline(always)]
pub fn when(condition: bool) -> f64 {
    if condition { IN } else { OUT }
}

/// Returns "in" if `is_in`, else "out" if `is_out`, else no opinion.
#[inline(always)]
pub fn switch(is_in: bool, is_out: bool) -> f64 {
    if is_in {
        IN
    } else if is_out {
        OUT
    } else {
        HOLD
    }
}

/// Returns "in" at or above `entry`, else "out" at or below `exit`, else no opinion.
#[inline(always)]
pub fn band(value: f64, entry: f64, exit: f64) -> f64 {
    switch(value >= entry, value <= exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_holds_between_its_edges() {
        assert_eq!(band(70.0, 70.0, 30.0), IN);
        assert!(band(50.0, 70.0, 30.0).is_nan());
        assert_eq!(band(30.0, 70.0, 30.0), OUT);
        // with equal edges, entry comes first
        assert_eq!(band(50.0, 50.0, 50.0), IN);
        assert!(band(f64::NAN, 70.0, 30.0).is_nan());
    }

    #[test]
    fn a_rule_ends_with_the_last_bar() {
        let rule = Rule::Levels(vec![1.0, HOLD, 0.0]);
        assert_eq!(rule.targets(5).column(6), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
        let line = Line::of_series(0, &[70.0, 50.0, HOLD, 30.0, 69.0]);
        let band = Rule::Band { line, entry: 70.0, exit: 30.0 };
        let targets = band.targets(6);
        assert_eq!(targets.column(6), [0.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
        assert!(targets.has_opinion());
    }
}
