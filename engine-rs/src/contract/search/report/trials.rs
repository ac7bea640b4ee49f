//! The trials of a search, with those that its key had made before.

use super::super::super::candidate::Candidate;
use super::super::super::evidence::candidate_hash;
use super::scale::distinct;
use super::search::Search;
use super::stage::Counts;
use crate::evaluation::luck::TRIALS_FOR_VARIANCE;
use crate::json::{Json, Sink};
use crate::num::{max, min};
use crate::summary::{Pair, sort};

/// The most candidates that are kept of a key on a dataset: the smallest.
const KEPT_MAX: usize = 4_096;
/// The error of an estimated count, three standard deviations: estimates are lowered by it.
const COUNT_ERROR: f64 = 3.0 / 64.0;
/// The largest count that an evaluation takes.
const COUNT_MAX: f64 = 1e9;
/// Bits of an identity below those of a hash.
const LOW_BITS: u32 = 11;

/// Candidates with their daily Sharpe ratios, `NaN` for none: the smallest identities, ascending.
#[derive(Debug, Clone, Default)]
pub(super) struct Ratios(Vec<(u64, f64)>);

impl Ratios {
    /// Returns the smallest of the union; a candidate of both has its ratio from the first list.
    fn of(all: impl Iterator<Item = (u64, f64)>) -> Self {
        let all: Vec<(u64, f64)> = all.collect();
        let mut order: Vec<Pair> =
            all.iter().enumerate().map(|(at, (id, _))| (*id, at as u64)).collect();
        sort(&mut order, &|one, other| one.cmp(&other));
        order.dedup_by_key(|(id, _)| *id);
        order.truncate(KEPT_MAX);
        let first = order.into_iter().map(|(_, at)| all[crate::num::place(at as f64)]);
        Self(first.collect())
    }

    pub(super) fn is_sample(&self) -> bool {
        self.0.len() >= KEPT_MAX
    }

    /// Returns how many candidates there are. When as many are kept as can be, the share of all
    /// identities below the largest one tells it; the estimate is lowered.
    pub(super) fn count(&self) -> f64 {
        let count = self.0.len() as f64;
        let Some((last, _)) = self.0.last().filter(|_| self.is_sample()) else { return count };
        let share = ((last >> 32) + 1) as f64 / 4_294_967_296.0;
        max(count, ((1.0 - COUNT_ERROR) * (count - 1.0) / share).floor())
    }

    pub(super) fn known(&self) -> Vec<f64> {
        self.0.iter().map(|(_, ratio)| *ratio).filter(|ratio| !ratio.is_nan()).collect()
    }

    /// Returns the sample variance, summed in ascending order of the candidates.
    pub(super) fn variance(&self) -> Option<f64> {
        let known = self.known();
        let count = known.len() as f64;
        let mean = known.iter().sum::<f64>() / count;
        let squares: f64 = known.iter().map(|ratio| (ratio - mean) * (ratio - mean)).sum();
        (known.len() >= TRIALS_FOR_VARIANCE as usize).then(|| squares / (count - 1.0))
    }

    fn emit(&self, sink: &mut dyn Sink) {
        let words = self.0.iter().flat_map(|(id, ratio)| [*id, ratio.to_bits()]);
        let bytes: Vec<u8> = words.flat_map(u64::to_be_bytes).collect();
        sink.string(&base64(&bytes));
    }
}

/// A candidate that a search is about to evaluate, or of which it saw a path.
pub(super) struct Chosen {
    pub(super) dataset: String,
    candidate_hash: String,
    /// Its hash among those that were tried.
    hash: u64,
    ratio: f64,
}

impl Chosen {
    pub(super) fn of(
        search: &Search<'_>,
        candidate: &Candidate,
        (hash, ratio): (u64, f64),
    ) -> Self {
        let dataset = search.dataset(candidate.market_id).map(|one| one.sha256.clone());
        let candidate_hash = candidate_hash(candidate);
        Self { dataset: dataset.unwrap_or_default(), candidate_hash, hash, ratio }
    }

    /// Returns the first bytes of the fingerprint, which identify the candidate.
    fn id(&self) -> u64 {
        let digits = self.candidate_hash.get(..16).unwrap_or_default();
        u64::from_str_radix(digits, 16).unwrap_or_default()
    }
}

/// The trials on one dataset.
pub(super) struct DatasetTrials {
    dataset: String,
    evaluated: f64,
    /// Those of before the search, with its own; and its own.
    pub(super) all: Ratios,
    own: Ratios,
}

/// The trials of a key with those of a search, by dataset.
pub(super) struct KeyTrials {
    pub(super) each: Vec<DatasetTrials>,
    chosen: Vec<Chosen>,
    is_official: bool,
}

impl KeyTrials {
    /// Joins the trials of a search with those that its key had made before. Each distinct candidate
    /// counts once. A chosen one is identified by its fingerprint, as one of a request.
    pub(super) fn of(
        search: &Search<'_>,
        tried: &[(u64, f64)],
        mut chosen: Vec<Chosen>,
        is_official: bool,
    ) -> Self {
        if !is_official {
            for one in &mut chosen {
                one.ratio = f64::NAN;
            }
        }
        let before = search.request.get("before").and_then(Json::items).unwrap_or_default();
        let each = search.used.iter().map(|dataset| {
            let here = || chosen.iter().filter(|one| one.dataset == dataset.sha256);
            let hashes = distinct(here().map(|one| one.hash));
            let others = tried.iter().filter(|(hash, _)| hashes.binary_search(hash).is_err());
            let ratio = |ratio: f64| if is_official { ratio } else { f64::NAN };
            let others = others.map(|(hash, own)| (hash << LOW_BITS, ratio(*own)));
            let own = Ratios::of(others.chain(here().map(|one| (one.id(), one.ratio))));
            let known = before.iter().find(|one| {
                one.get("datasetHash").and_then(Json::text) == Some(dataset.sha256.as_str())
            });
            let words = |name| {
                let text = known.and_then(|known| known.get(name)).and_then(Json::text);
                words_of(text.unwrap_or_default())
            };
            let ratios = words("ratios");
            let (pairs, _) = ratios.as_chunks::<2>();
            let kept = pairs.iter().map(|[id, ratio]| (*id, f64::from_bits(*ratio)));
            let all = Ratios::of(kept.chain(own.0.iter().copied()));
            let beyond = known.and_then(|known| known.get("beyond")).and_then(Json::number);
            let ids = distinct(words("kept").into_iter().chain(here().map(Chosen::id)));
            let evaluated = min(ids.len() as f64 + beyond.unwrap_or(0.0), COUNT_MAX);
            DatasetTrials { dataset: dataset.sha256.clone(), evaluated, all, own }
        });
        Self { each: each.collect(), chosen, is_official }
    }

    /// Returns the trials among which evaluations are judged.
    pub(super) fn counts(&self) -> Vec<(String, Counts)> {
        let each = self.each.iter().map(|one| {
            let (searched, variance) = (one.all.count(), one.all.variance());
            (one.dataset.clone(), Counts { evaluated: one.evaluated, searched, variance })
        });
        each.collect()
    }

    /// Emits what the key stores: the candidates that were searched, and those that were judged.
    pub(super) fn emit(&self, sink: &mut dyn Sink) {
        sink.own_key("searched");
        sink.begin_array();
        for one in &self.each {
            sink.begin_object();
            sink.own_key("datasetHash");
            sink.string(&one.dataset);
            sink.own_key("ratios");
            one.own.emit(sink);
            sink.end_object();
        }
        sink.end_array();
        sink.own_key("judged");
        sink.begin_array();
        for one in &self.chosen {
            sink.begin_object();
            sink.own_key("candidateHash");
            sink.string(&one.candidate_hash);
            sink.own_key("datasetHash");
            sink.string(&one.dataset);
            let ratio = if self.is_official { one.ratio } else { f64::NAN };
            super::stage::numbers(sink, &[("dailySharpe", ratio)]);
            sink.end_object();
        }
        sink.end_array();
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        let word = word << (8 * (3 - three.len()));
        for at in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * at) & 63) as usize];
            text.push(if at > three.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

/// Returns the words of eight bytes, the highest first, of a text in base64.
fn words_of(text: &str) -> Vec<u64> {
    let (mut bits, mut count, mut words) = (0_u128, 0, Vec::with_capacity(text.len() / 10));
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|one| *one == byte)) {
        bits = bits << 6 | digit as u128;
        count += 6;
        if count >= 64 {
            count -= 64;
            #[allow(clippy::cast_possible_truncation, reason = "the upper bits are read")]
            words.push((bits >> count) as u64);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_base64() {
        let words = [0, 1, u64::MAX, 0x0123_4567_89ab_cdef, 1 << 63];
        for count in 0..=words.len() {
            let bytes: Vec<u8> =
                words[..count].iter().flat_map(|word| word.to_be_bytes()).collect();
            assert_eq!(words_of(&base64(&bytes)), words[..count]);
        }
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn a_candidate_of_both_lists_counts_once_with_its_first_ratio() {
        let ratios = Ratios::of([(3, 0.5), (1, f64::NAN), (3, 0.25)].into_iter());
        assert_eq!((ratios.count(), ratios.known()), (2.0, vec![0.5]));
        let many = Ratios::of((0..5_000_u64).map(|at| (at << 50, 0.0)));
        assert!(many.is_sample());
        assert!(many.count() < 64_000.0);
    }
}
