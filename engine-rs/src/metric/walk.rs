//! The mean return and the deepest fall of a path of equities, in one walk over its bars.

use super::growth::returns;
use crate::num::{Pair, max, min, stats};

/// The deepest fall of a path of equities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawdown {
    /// Fall from the peak, a fraction of it in [0, 1].
    pub depth: f64,
    /// Bars from the peak to the first bar back at it, or to the last bar.
    pub bars: usize,
    /// Whether equity came back to the peak; true without any fall.
    pub recovered: bool,
}

/// Returns the mean of the simple returns of `equity` and its deepest fall from the running peak,
/// `capital` one bar before the first equity being the first base and the first peak; `None`
/// without equities.
///
/// Returns that are all the same number are their own mean. The length of the fall runs from the
/// last bar at the peak. Of equally deep falls the first counts; one under 1e-12 is none.
#[inline(never)]
pub fn walk(capital: f64, equity: &[f64]) -> Option<(f64, Drawdown)> {
    let first = equity.first()? / capital - 1.0;
    let (mut sum, mut before, mut peak) = (0.0, capital, capital);
    let mut fall = Fall { depth: 0.0, peak: capital, trough: 0 };
    let mut kept = fall.kept();
    // The chain of sums and that of peaks run beside each other, so that together they take no
    // longer than either; four bars at a time keep the divisions and the branches off both.
    let (fours, rest) = equity.as_chunks::<4>();
    for (at, four) in fours.iter().enumerate() {
        let [a, b, c, d] = *four;
        for change in [a / before - 1.0, b / a - 1.0, c / b - 1.0, d / c - 1.0] {
            sum += change;
        }
        before = d;
        let (first_peak, mut lowest) = (peak, 0.0);
        for value in four {
            peak = max(peak, *value);
            lowest = min(lowest, value - peak * kept);
        }
        if lowest < 0.0 {
            fall = fall.deepened(first_peak, 4 * at, four);
            kept = fall.kept();
        }
    }
    for value in rest {
        sum += value / before - 1.0;
        before = *value;
    }
    fall = fall.deepened(peak, 4 * fours.len(), rest);
    Some((mean_return(capital, equity, first, sum), fall.drawdown(equity)))
}

/// Returns the mean of returns of which the first and the sum are known.
fn mean_return(capital: f64, equity: &[f64], first: f64, sum: f64) -> f64 {
    let is_steady = returns(capital, equity).all(|change| change == first);
    if is_steady { first } else { sum / equity.len() as f64 }
}

/// Returns what [`walk`] returns of each of two paths of one length, which takes hardly longer than
/// one: they go side by side.
#[inline(never)]
pub fn walk_pair(capital: f64, paths: [&[f64]; 2]) -> Option<[(f64, Drawdown); 2]> {
    let bars = core::cmp::min(paths[0].len(), paths[1].len());
    let paths = paths.map(|path| &path[..bars]);
    let firsts = [paths[0].first()? / capital - 1.0, paths[1].first()? / capital - 1.0];
    let start = Fall { depth: 0.0, peak: capital, trough: 0 };
    let (mut falls, mut kept) = ([start; 2], Pair::new([start.kept(); 2]));
    let (one, nothing) = (Pair::new([1.0; 2]), Pair::new([0.0; 2]));
    let (mut sum, mut before, mut peak) =
        (nothing, Pair::new([capital; 2]), Pair::new([capital; 2]));
    let [(left, left_rest), (right, right_rest)] = paths.map(<[f64]>::as_chunks::<4>);
    for (at, (left, right)) in left.iter().zip(right).enumerate() {
        let (first_peak, mut lowest) = (peak, nothing);
        for (left, right) in left.iter().zip(right) {
            let value = Pair::new([*left, *right]);
            sum = sum + (value / before - one);
            before = value;
            peak = peak.max(value);
            lowest = lowest.min(value - peak * kept);
        }
        let lowest = lowest.lanes();
        if lowest[0] < 0.0 || lowest[1] < 0.0 {
            let fours = [left, right];
            for lane in 0..2 {
                if lowest[lane] < 0.0 {
                    falls[lane] =
                        falls[lane].deepened(first_peak.lanes()[lane], 4 * at, fours[lane]);
                }
            }
            kept = Pair::new(falls.map(|fall| fall.kept()));
        }
    }
    let rests = [left_rest, right_rest];
    let (mut sums, peaks) = (sum.lanes(), peak.lanes());
    let found = |lane: usize| {
        let mut before = before.lanes()[lane];
        for value in rests[lane] {
            sums[lane] += value / before - 1.0;
            before = *value;
        }
        let fall = falls[lane].deepened(peaks[lane], bars - rests[lane].len(), rests[lane]);
        let mean = mean_return(capital, paths[lane], firsts[lane], sums[lane]);
        (mean, fall.drawdown(paths[lane]))
    };
    Some([0, 1].map(found))
}

/// The deepest fall so far, the first of equally deep ones.
#[derive(Debug, Clone, Copy)]
struct Fall {
    depth: f64,
    /// The peak it fell from, and the bar it fell to.
    peak: f64,
    trough: usize,
}

impl Fall {
    /// Returns the share of its peak that an equity hardly ever falls under: only then can its fall
    /// be deeper.
    fn kept(&self) -> f64 {
        /// Makes the floor a little too high rather than too low.
        const ROUNDING: f64 = 4.0 * f64::EPSILON;
        min(1.0, 1.0 - self.depth + ROUNDING)
    }

    /// Returns the deepest fall when the bars from `at` on are added, `peak` being that before them.
    #[inline(never)]
    fn deepened(mut self, mut peak: f64, at: usize, values: &[f64]) -> Self {
        for (value, trough) in values.iter().zip(at..) {
            peak = max(peak, *value);
            let depth = 1.0 - value / peak;
            if depth > self.depth {
                self = Self { depth, peak, trough };
            }
        }
        self
    }

    fn drawdown(&self, equity: &[f64]) -> Drawdown {
        if stats::negligible_to_zero(self.depth) == 0.0 {
            return Drawdown { depth: 0.0, bars: 0, recovered: true };
        }
        let before = equity[..self.trough].iter().rposition(|value| *value == self.peak);
        // Bars are counted from 1, the capital standing at 0.
        let peak_bar = before.map_or(0, |at| at + 1);
        let after = equity[self.trough..].iter().position(|value| *value >= self.peak);
        let end = after.map_or(equity.len(), |bars| self.trough + bars + 1);
        Drawdown { depth: self.depth, bars: end - peak_bar, recovered: after.is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_life_of_a_drawdown() {
        let cases: [(&[f64], Drawdown); 6] = [
            (&[100.0, 101.0], Drawdown { depth: 0.0, bars: 0, recovered: true }),
            // the capital is the first peak: (100-90)/100, bars 1 and 2, back at bar 3
            (
                &[90.0, 95.0, 100.0],
                Drawdown { depth: 1.0 - 90.0 / 100.0, bars: 3, recovered: true },
            ),
            // (110-99)/110 from bar 1, never back: bars 2, 3
            (
                &[110.0, 99.0, 105.0],
                Drawdown { depth: 1.0 - 99.0 / 110.0, bars: 2, recovered: false },
            ),
            // the last bar at the peak counts: bars 2 and 3, not 1
            (
                &[110.0, 110.0, 99.0, 110.0],
                Drawdown { depth: 1.0 - 99.0 / 110.0, bars: 2, recovered: true },
            ),
            // of two equally deep falls the first
            (&[50.0, 100.0, 50.0], Drawdown { depth: 0.5, bars: 2, recovered: true }),
            (&[100.0 - 1e-11], Drawdown { depth: 0.0, bars: 0, recovered: true }),
        ];
        for (equity, expected) in cases {
            assert_eq!(walk(100.0, equity).unwrap().1, expected, "{equity:?}");
        }
    }

    #[test]
    fn a_fall_that_is_deeper_by_the_last_bit_is_the_deepest() {
        let deeper = 0.5_f64.next_down().next_down();
        assert!(1.0 - deeper > 0.5);
        for bars in 0..9 {
            // back at the peak for a while, so that the second fall begins on any bar
            let mut equity = vec![1.0, 0.5];
            equity.extend(core::iter::repeat_n(1.0, bars));
            equity.extend([deeper, 0.75]);
            let (_, found) = walk(1.0, &equity).unwrap();
            assert_eq!(found.depth, 1.0 - deeper, "{bars}");
        }
    }

    /// Every bar against every bar before it.
    #[test]
    fn the_deepest_fall_is_that_of_all_pairs_of_bars() {
        let mut random = crate::random::Random::new(5);
        for bars in 1..200 {
            let mut equity = vec![1.0];
            for _ in 0..bars {
                let step = (random.next_u64() % 5) as f64 - 2.0;
                let last = equity[equity.len() - 1];
                equity.push(last * (1.0 + step / 100.0));
            }
            let mut depth = 0.0;
            for (at, value) in equity.iter().enumerate() {
                for peak in &equity[..at] {
                    depth = max(depth, 1.0 - value / peak);
                }
            }
            let (mean, found) = walk(1.0, &equity[1..]).unwrap();
            assert_eq!(found.depth, stats::negligible_to_zero(depth), "{bars}");
            let all: Vec<f64> = returns(1.0, &equity[1..]).collect();
            assert_eq!(Some(mean), stats::mean(&all), "{bars}");
        }
    }

    #[test]
    fn two_paths_side_by_side_are_each_of_them_alone() {
        let mut random = crate::random::Random::new(9);
        for bars in 1..60 {
            let paths = [0, 1].map(|_| {
                let mut equity = 100.0;
                let mut next = || {
                    equity *= 1.0 + (random.next_u64() % 7) as f64 / 100.0 - 0.03;
                    equity
                };
                (0..bars).map(|_| next()).collect::<Vec<f64>>()
            });
            let found = walk_pair(100.0, [&paths[0], &paths[1]]).unwrap();
            let alone = paths.each_ref().map(|path| walk(100.0, path).unwrap());
            assert_eq!(found, alone, "{bars}");
            let steady = vec![100.0; bars];
            let found = walk_pair(100.0, [&steady, &paths[1]]).unwrap();
            assert_eq!(found, [walk(100.0, &steady).unwrap(), alone[1]], "{bars}");
        }
        assert_eq!(walk_pair(1.0, [&[], &[1.0]]), None);
    }

    #[test]
    fn the_mean_return() {
        // 110/100 - 1, 99/110 - 1
        let sum = 110.0 / 100.0 - 1.0 + (99.0 / 110.0 - 1.0);
        assert_eq!(walk(100.0, &[110.0, 99.0]).unwrap().0, sum / 2.0);
        assert_eq!(walk(1.0, &[1.1]).unwrap().0, 1.1 / 1.0 - 1.0);
        assert_eq!(walk(5.0, &[5.0; 7]).unwrap().0, 0.0);
        // three returns of 0.7 are 2.0999999999999996, which is no three times 0.7
        let (first, second) = (17.0, 17.0 * 1.7);
        assert_ne!((0.7 + 0.7 + 0.7) / 3.0, 0.7);
        assert_eq!(walk(10.0, &[first, second, second * 1.7]).unwrap().0, 0.7);
        assert_eq!(walk(1.0, &[]), None);
    }
}
