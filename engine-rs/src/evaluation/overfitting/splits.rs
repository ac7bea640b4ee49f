//! Splits of parts of the days into two halves, each judged: what is best in one is ranked in the other.

/// Days with a smaller variance have a ratio of 0, like those of a candidate that never trades.
const VARIANCE_MIN: f64 = 1e-24;

/// How many splits were judged, and how.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) splits: u32,
    /// Splits in which the best candidate of one half ranks in the lower half on the other.
    pub(super) lower: u32,
    /// Splits in which that candidate loses on the other half.
    pub(super) losses: u32,
}

impl Judged {
    /// Judges all splits of an even number of parts.
    pub(super) fn of(excess: &[f64], candidates: usize, parts: usize) -> Self {
        let mut splits = Splits::of(excess, candidates, parts);
        splits.choose(0, 0);
        splits.judged
    }
}

/// The splits of the parts into halves. A row has the sum of some days of each candidate, then the
/// sum of their squares of each.
struct Splits {
    candidates: usize,
    parts: usize,
    /// Days of a half.
    days: f64,
    /// The row of each part, that of all parts, and those of the first `n` chosen parts for every
    /// `n` up to a half: halves that begin with the same parts share their sums. The parts of a
    /// half are added in their order. The last row is that of the other half.
    rows: Vec<f64>,
    /// The ratios of the candidates in the row that is judged.
    ratios: Vec<f64>,
    judged: Judged,
}

impl Splits {
    fn of(excess: &[f64], candidates: usize, parts: usize) -> Self {
        let days = excess.len() / candidates;
        let (length, width) = (days / parts, 2 * candidates);
        let mut rows = vec![0.0; width * (parts + 3 + parts / 2)];
        for (candidate, own) in excess.chunks_exact(days).enumerate() {
            for (at, day) in own.iter().skip(days % parts).enumerate() {
                let place = width * (at / length) + candidate;
                rows[place] += day;
                rows[place + candidates] += day * day;
            }
        }
        let (of_parts, total) = rows.split_at_mut(width * parts);
        for (at, total) in total[..width].iter_mut().enumerate() {
            for part in 0..parts {
                *total += of_parts[width * part + at];
            }
        }
        let days = (length * parts) as f64 / 2.0;
        let ratios = vec![0.0; candidates];
        Self { candidates, parts, days, rows, ratios, judged: Judged::default() }
    }

    /// Judges every half that has the parts chosen so far and others from number `from`.
    fn choose(&mut self, from: usize, chosen: usize) {
        let left = self.parts / 2 - chosen;
        let last = self.parts + 1 + chosen;
        if left == 0 {
            self.make_row((self.parts, last), -1.0);
            return self.judge(last);
        }
        for part in from..=self.parts - left {
            self.make_row((part, last), 1.0);
            self.choose(part + 1, chosen + 1);
        }
    }

    /// Makes the row after `last`: another one, to which that row is added with a sign.
    #[inline(never)]
    fn make_row(&mut self, (other, last): (usize, usize), sign: f64) {
        let width = 2 * self.candidates;
        let (known, made) = self.rows.split_at_mut((last + 1) * width);
        let both = known[other * width..].iter().zip(&known[last * width..]);
        for (sum, (other, own)) in made.iter_mut().zip(both) {
            *sum = other + sign * own;
        }
    }

    /// Makes the ratios of the candidates in a row.
    #[inline(never)]
    fn make_ratios(&mut self, row: usize) {
        let row = &self.rows[2 * self.candidates * row..];
        for ((found, sum), squares) in self.ratios.iter_mut().zip(row).zip(&row[self.candidates..])
        {
            *found = ratio(*sum, *squares, self.days);
        }
    }

    /// Chooses the best candidate of the half in a row, and ranks it on the other half, the row after it.
    fn judge(&mut self, chosen: usize) {
        self.make_ratios(chosen);
        let (mut best, mut place) = (f64::NEG_INFINITY, 0);
        for (at, ratio) in self.ratios.iter().enumerate() {
            if *ratio > best {
                (best, place) = (*ratio, at);
            }
        }
        self.make_ratios(chosen + 1);
        let reached = self.ratios[place];
        // A rank counts twice the ratios below it; equal ratios share the middle rank.
        let mut rank = 0.0;
        for other in &self.ratios {
            rank += f64::from(*other < reached) + f64::from(*other <= reached);
        }
        self.judged.splits += 1;
        self.judged.lower += u32::from(rank <= self.candidates as f64);
        self.judged.losses += u32::from(reached < 0.0);
    }
}

/// Returns the Sharpe ratio of `days` days from their sums.
#[inline(always)]
fn ratio(sum: f64, squares: f64, days: f64) -> f64 {
    let mean = sum / days;
    let variance = squares / days - mean * mean;
    if variance > VARIANCE_MIN { mean / variance.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The definition, ratio by ratio.
    fn by_ratios(excess: &[f64], candidates: usize, parts: usize) -> Judged {
        let days = excess.len() / candidates;
        let (length, half) = (days / parts, (days / parts * parts) as f64 / 2.0);
        let added = |to: [f64; 2], of: &[f64; 2]| [to[0] + of[0], to[1] + of[1]];
        let (mut splits, mut lower, mut losses) = (0, 0, 0);
        let sums: Vec<Vec<[f64; 2]>> = excess
            .chunks_exact(days)
            .map(|own| {
                let parts = own[days % parts..].chunks_exact(length);
                parts
                    .map(|part| part.iter().fold([0.0; 2], |to, day| added(to, &[*day, day * day])))
                    .collect()
            })
            .collect();
        for chosen in (0..1_u32 << parts).filter(|set| set.count_ones() as usize * 2 == parts) {
            let ratios: Vec<[f64; 2]> = sums
                .iter()
                .map(|own| {
                    let total = own.iter().fold([0.0; 2], added);
                    let members = (0..parts).filter(|part| chosen >> part & 1 == 1);
                    let inside = members.fold([0.0; 2], |to, part| added(to, &own[part]));
                    let outside = [total[0] - inside[0], total[1] - inside[1]];
                    [inside, outside].map(|[sum, squares]| ratio(sum, squares, half))
                })
                .collect();
            let best = ratios.iter().fold([f64::NEG_INFINITY, 0.0], |best, own| {
                if own[0] > best[0] { *own } else { best }
            });
            let rank =
                ratios.iter().map(|own| u32::from(own[1] < best[1]) + u32::from(own[1] <= best[1]));
            splits += 1;
            lower += u32::from(f64::from(rank.sum::<u32>()) <= candidates as f64);
            losses += u32::from(best[1] < 0.0);
        }
        Judged { splits, lower, losses }
    }

    #[test]
    fn splits_are_those_of_the_definition_also_of_equal_nearly_equal_and_idle_candidates() {
        let mut random = Random::new(11);
        for round in 0..60 {
            let (candidates, count) = (2 + round % 9, 20 + 3 * (round % 21));
            let parts = 4 + 2 * (round % 5);
            let mut all: Vec<f64> = (0..candidates * count).map(|_| random.normal()).collect();
            for candidate in 1..candidates {
                let (before, own) = all.split_at_mut(candidate * count);
                let before = &before[(candidate - 1) * count..];
                for (day, other) in own[..count].iter_mut().zip(before) {
                    *day = match (round + candidate) % 6 {
                        0 => *other,
                        1 => other * (1.0 + 1e-15),
                        2 => 0.0,
                        // Constant days have no variance but that of rounding.
                        3 => 1e-4,
                        4 => 1e-9 * f64::from(random.uniform() < 0.1),
                        _ => *day,
                    };
                }
            }
            let expected = by_ratios(&all, candidates, parts);
            assert_eq!(Judged::of(&all, candidates, parts), expected, "{round}");
        }
    }
}
