//! Round trips of a candidate against luck.

use super::scale::Lots;

/// Most trips whose signs are all tried, and draws of signs for more.
const EXACT_MAX: usize = 16;
const DRAWS: u32 = 8192;

/// Round trips of a candidate, and whether they are more than luck.
pub(super) struct Trips {
    pub(super) count: usize,
    /// Share of the sum of all gains that the largest one has; `None` without a gain.
    pub(super) largest_share: Option<f64>,
    /// Probability that trips of the same sizes, with signs by lot, give as much in all: Fisher's
    /// randomization test ("The Design of Experiments", 1935).
    pub(super) by_lot: f64,
}

impl Trips {
    /// Judges the excess of round trips; `None` without any.
    pub(super) fn of(trips: &[f64]) -> Option<Self> {
        let gains = || trips.iter().copied().filter(|trip| *trip > 0.0);
        let gained: f64 = gains().sum();
        let largest = gains().fold(f64::NEG_INFINITY, crate::num::max);
        (!trips.is_empty()).then(|| Self {
            count: trips.len(),
            largest_share: (gained > 0.0).then(|| largest / gained),
            by_lot: by_lot(trips),
        })
    }
}

/// Returns the share of all assignments of signs whose sum is at least the observed one.
fn by_lot(trips: &[f64]) -> f64 {
    let total: f64 = trips.iter().sum();
    // Sums of the same trips in another order differ by their rounding.
    let least = total - 1e-12 * trips.iter().map(|trip| trip.abs()).sum::<f64>();
    let mut found = 0_u32;
    let mut count = |is_negative: &mut dyn FnMut(usize) -> bool| {
        let signed = trips.iter().enumerate();
        let sum = signed.fold(
            0.0,
            |sum, (at, trip)| {
                if is_negative(at) { sum - trip } else { sum + trip }
            },
        );
        found += u32::from(sum >= least);
    };
    if trips.len() <= EXACT_MAX {
        let all = 1_u32 << trips.len();
        for signs in 0..all {
            count(&mut |at| signs >> at & 1 == 1);
        }
        return f64::from(found) / f64::from(all);
    }
    let mut lots = Lots::new(trips.len() as u64);
    for _ in 0..DRAWS {
        let mut word = 0;
        count(&mut |at| {
            if at % 32 == 0 {
                word = lots.below_word();
            }
            word >> (at % 32) & 1 == 1
        });
    }
    // The observed signs are one of the assignments (Davison and Hinkley, 1997).
    (f64::from(found) + 1.0) / (f64::from(DRAWS) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_by_lot_are_all_tried_or_drawn() {
        assert_eq!(by_lot(&[1.0, 2.0]), 0.25);
        assert_eq!(by_lot(&[1.0, -1.0]), 0.75);
        let drawn = by_lot(&[1.0; 20]);
        assert!(drawn > 0.0 && drawn < 0.001, "{drawn}");
        assert_eq!(by_lot(&[-1.0; 17]), 1.0);
    }
}
