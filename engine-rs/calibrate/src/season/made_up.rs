//! Seasons of made-up utilities, without an engine: their truth is known.

use crate::draw::Draw;
use arena_engine::internals::season::Ranks;

/// Utility of Hold: its mean and deviation over the paths.
const HOLD: (f64, f64) = (0.08, 0.03);
/// Idle is this much below Hold, which varies by as much again.
const IDLE_BELOW: f64 = 0.01;
/// Deviations of rows from Hold, from the least to the most.
const DEVIATIONS: (f64, f64) = (0.002, 0.02);

/// A bet without an edge: it wins a little on most paths, and loses much on rare ones, so that its
/// mean is 0. Both are utilities per year, and both vary by a tenth: a bet that never varied would
/// have a skew of rounding errors alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bet {
    pub(super) gain: f64,
    pub(super) loss: f64,
}

/// Returns the share of rank intervals that hold among equal rows: only those from the first place to
/// the last do.
pub(super) fn equal_rows(rows: usize, paths: usize, mut draw: Draw) -> Option<f64> {
    let hold = hold(paths, &mut draw);
    let mut utilities = Vec::with_capacity(rows * paths);
    // Hold and idle are two of the equal rows.
    for _ in 0..rows {
        let deviation = draw.log_between(DEVIATIONS.0, DEVIATIONS.1);
        utilities.extend(hold.iter().map(|hold| hold + deviation * draw.normal()));
    }
    let ranks = Ranks::of(&utilities, paths)?;
    let holds = |interval: [usize; 2]| interval == [1, rows];
    let count = ranks.rows.iter().filter(|row| holds(row.interval)).count();
    Some(count as f64 / rows as f64)
}

/// Returns whether any of many bets of a kind beats the lines.
pub(super) fn bets(bet: Bet, rows: usize, paths: usize, mut draw: Draw) -> Option<bool> {
    let hold = hold(paths, &mut draw);
    let Bet { gain, loss } = bet;
    let loses = gain / (gain + loss);
    let mut utilities = Vec::with_capacity((rows + 2) * paths);
    for _ in 0..rows {
        let mut bet = || {
            let result = if draw.happens(loses) { -loss } else { gain };
            result * (1.0 + draw.normal() / 10.0)
        };
        utilities.extend(hold.iter().map(|hold| hold + bet()));
    }
    utilities.extend(&hold);
    utilities.extend(hold.iter().map(|hold| hold - IDLE_BELOW * (1.0 + draw.normal())));
    let ranks = Ranks::of(&utilities, paths)?;
    Some(ranks.rows.iter().any(|row| row.beats_lines))
}

fn hold(paths: usize, draw: &mut Draw) -> Vec<f64> {
    (0..paths).map(|_| HOLD.0 + HOLD.1 * draw.normal()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_equal_rows_hold_and_no_bet_beats_the_lines() {
        let share = equal_rows(40, 128, Draw::of(1, 1, 1)).unwrap();
        assert!(share > 0.9, "{share}");
        let bet = Bet { gain: 0.0005, loss: 0.05 };
        assert_eq!(bets(bet, 60, 128, Draw::of(1, 2, 1)), Some(false));
    }

    #[test]
    fn a_bet_that_never_lost_beats_the_lines() {
        let bet = Bet { gain: 0.003, loss: 3.0 };
        assert_eq!(bets(bet, 60, 128, Draw::of(1, 2, 1)), Some(true));
    }
}
