//! The words of the language: columns, constants and functions with their signatures and weights.
//!
//! This table is the one source of the published language, of the checks, of the errors and of the
//! weights. `RULES.md` 8 is compared with it by a test.

use super::op::{Op, Place};
use crate::market::{Feature, FeatureSet};
use crate::words::distance;

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its arguments for people.
    pub arguments: &'static str,
    /// A letter for each argument: `n` a number, `c` a condition, `w` a window, `a` a number or a
    /// condition, the same for every `a`.
    pub kinds: &'static str,
    /// The kind of its result: one of the same letters but `w`.
    pub gives: u8,
    /// About its nanoseconds per bar.
    pub weight: u32,
    /// Shortest window, bars.
    pub least: u32,
    /// Its operation.
    pub(super) op: Op,
}

/// A column of the bars, or a constant.
#[derive(Debug)]
pub struct Name {
    /// Its name.
    pub name: &'static str,
    /// The features of a dataset that it needs.
    pub features: FeatureSet,
    /// The column or constant.
    pub(super) place: Place,
}

const fn function(
    (name, arguments): (&'static str, &'static str),
    (kinds, gives): (&'static str, u8),
    weight: u32,
    op: Op,
) -> Function {
    Function { name, arguments, kinds, gives, weight, least: 1, op }
}

impl Function {
    const fn from(self, least: u32) -> Self {
        Self { least, ..self }
    }

    /// Returns the function with its arguments, as an error or a list shows it.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.arguments)
    }
}

/// Every function, in the order of the published language.
pub const FUNCTIONS: &[Function] = &[
    function(("abs", "x"), ("n", b'n'), 1, Op::Abs),
    function(("sqrt", "x"), ("n", b'n'), 1, Op::Sqrt),
    function(("exp", "x"), ("n", b'n'), 10, Op::Exp),
    function(("expm1", "x"), ("n", b'n'), 10, Op::Expm1),
    function(("log", "x"), ("n", b'n'), 15, Op::Log),
    function(("log1p", "x"), ("n", b'n'), 15, Op::Log1p),
    function(("min", "x, y"), ("nn", b'n'), 1, Op::Min),
    function(("max", "x, y"), ("nn", b'n'), 1, Op::Max),
    function(("clip", "x, low, high"), ("nnn", b'n'), 1, Op::Clip),
    function(("if", "condition, a, b"), ("caa", b'a'), 1, Op::If),
    function(("fill", "a, b"), ("aa", b'a'), 1, Op::Fill),
    function(("lag", "a, window"), ("aw", b'a'), 2, Op::Lag).from(0),
    function(("change", "x, window"), ("nw", b'n'), 2, Op::Change).from(0),
    function(("mean", "x, window"), ("nw", b'n'), 5, Op::Mean),
    function(("deviation", "x, window"), ("nw", b'n'), 10, Op::Deviation).from(2),
    function(("zscore", "x, window"), ("nw", b'n'), 10, Op::Zscore).from(2),
    function(("sum", "x, window"), ("nw", b'n'), 5, Op::Sum),
    function(("highest", "x, window"), ("nw", b'n'), 5, Op::Highest),
    function(("lowest", "x, window"), ("nw", b'n'), 5, Op::Lowest),
    function(("place", "x, window"), ("nw", b'n'), 10, Op::Percent),
    function(("median", "x, window"), ("nw", b'n'), 20, Op::Median),
    function(("rank", "x, window"), ("nw", b'n'), 30, Op::Rank).from(2),
    function(("residual", "x, y, window"), ("nnw", b'n'), 15, Op::Residual).from(3),
    function(("ema", "x, window"), ("nw", b'n'), 5, Op::Ema),
    function(("wilder", "x, window"), ("nw", b'n'), 5, Op::Wilder),
    function(("rsi", "changes, window"), ("nw", b'n'), 5, Op::Rsi),
    function(("kama", "x, window, window, window"), ("nwww", b'n'), 10, Op::Kama),
    function(("any", "condition, window"), ("cw", b'c'), 2, Op::Any),
    function(("all", "condition, window"), ("cw", b'c'), 2, Op::All),
    function(("crossover", "x, y"), ("nn", b'c'), 5, Op::Crossover),
    function(("crossunder", "x, y"), ("nn", b'c'), 5, Op::Crossunder),
    function(("last", "a, condition"), ("ac", b'a'), 2, Op::Last),
    function(("since", "condition"), ("c", b'n'), 2, Op::Since),
    function(("days", "window"), ("w", b'n'), 0, Op::Number),
    function(("bars", "window"), ("w", b'n'), 0, Op::Number),
];

const fn name(name: &'static str, features: &[Feature], place: Place) -> Name {
    Name { name, features: FeatureSet::of(features), place }
}

/// Every column, in the order of the published language.
pub const COLUMNS: &[Name] = &[
    name("impliedApy", &[Feature::ImpliedApy], Place::ImpliedApy),
    name("logYield", &[Feature::ImpliedApy], Place::LogYield),
    name("underlyingApy", &[Feature::UnderlyingApy], Place::UnderlyingApy),
    name("logUnderlying", &[Feature::UnderlyingApy], Place::LogUnderlying),
    name("ptPrice", &[Feature::PtPrice], Place::PtPrice),
    name("daysToExpiry", &[Feature::DaysToExpiry], Place::DaysToExpiry),
    name("tau", &[Feature::DaysToExpiry], Place::Tau),
    name("tvl", &[Feature::Liquidity], Place::Tvl),
    name("volume", &[Feature::Volume], Place::Volume),
    name("turnover", &[Feature::Volume, Feature::Liquidity], Place::Turnover),
    name("poolPtShare", &[Feature::PoolState], Place::PoolPtShare),
    name("farImpliedApy", &[Feature::TermStructure], Place::FarImpliedApy),
    name("logFarYield", &[Feature::TermStructure], Place::LogFarYield),
];

/// Every constant, in the order of the published language.
pub const CONSTANTS: &[Name] = &[
    name("barsPerDay", &[], Place::BarsPerDay),
    name("barsPerYear", &[], Place::BarsPerYear),
    name("capital", &[], Place::Capital),
    name("farGap", &[Feature::TermStructure], Place::FarGap),
];

/// Words of the grammar that are no names.
pub(super) const WORDS: [&str; 6] = ["and", "or", "not", "hold", "true", "false"];

/// Members of a component's parameters that are no names.
pub const ROOTS: [&str; 3] = ["target", "enter", "exit"];

/// Returns whether a member of a component's parameters is no name.
#[inline(never)]
pub(super) fn is_root(member: &str) -> bool {
    ROOTS.contains(&member)
}

/// Words of other systems, separated by blanks, and the name that they have here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("sma ts_mean rolling_mean average avg ma movavg", "mean"),
    ("std stdev stddev ts_std ts_stddev ts_std_dev rolling_std", "deviation"),
    ("delay shift ref ts_delay previous prev", "lag"),
    ("delta diff ts_delta mom momentum", "change"),
    ("ts_rank percentrank percent_rank percentile quantile", "rank"),
    ("zs ts_zscore normalize standardize", "zscore"),
    ("rma smma", "wilder"),
    ("ewm ewma ts_ema", "ema"),
    ("ts_max rolling_max hhv donchian_high", "highest"),
    ("ts_min rolling_min llv donchian_low", "lowest"),
    ("ts_sum rolling_sum cum", "sum"),
    ("ts_median rolling_median", "median"),
    ("stoch stochastic stoch_k", "place"),
    ("clamp bound", "clip"),
    ("coalesce nz ifnull fillna fill_na nvl", "fill"),
    ("where iff iif ifelse switch select cond", "if"),
    ("ln", "log"),
    ("barssince barslast", "since"),
    ("valuewhen value_when", "last"),
    ("cross crossabove cross_above crosses_above cross_over", "crossover"),
    ("crossbelow cross_below crosses_below cross_under", "crossunder"),
    ("exist count", "any"),
    ("every", "all"),
    ("regression_residual resid ols", "residual"),
    ("close price", "ptPrice"),
    ("yield apy", "impliedApy"),
    ("dte ttm", "daysToExpiry"),
    ("liquidity", "tvl"),
    ("vol", "volume"),
];

/// Functions of other systems, separated by blanks, and what comes nearest to them here.
const NEAR: &[(&str, &str)] = &[
    ("decay_linear ts_decay_linear wma lwma", "ema"),
    ("bollinger bollinger_bands bbands", "zscore"),
    ("pow power", "x * x, or exp(y * log(x))"),
    ("and", "a and b"),
    ("or", "a or b"),
    ("not", "not a"),
];

/// Columns that are shares or annual yields: hundreds of percent are none of their values.
const FRACTIONS: [&str; 8] = [
    "impliedApy",
    "logYield",
    "underlyingApy",
    "logUnderlying",
    "farImpliedApy",
    "logFarYield",
    "ptPrice",
    "poolPtShare",
];

/// Returns the function of a name.
#[inline(never)]
pub(super) fn function_of(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Returns the column or constant of a name.
pub(super) fn name_of(name: &str) -> Option<&'static Name> {
    COLUMNS.iter().chain(CONSTANTS).find(|known| known.name == name)
}

/// Returns the name for a word of another system.
pub(super) fn translated(word: &str) -> Option<&'static str> {
    found(ELSEWHERE, word)
}

/// Returns the closest function to one of another system.
pub(super) fn near(word: &str) -> Option<&'static str> {
    found(NEAR, word)
}

fn found(words: &'static [(&str, &str)], word: &str) -> Option<&'static str> {
    let is_word = |words: &str| words.split(' ').any(|one| one.eq_ignore_ascii_case(word));
    words.iter().find(|(words, _)| is_word(words)).map(|(_, here)| *here)
}

/// Whether a name is that of a column whose values are far below 2.
pub(super) fn is_fraction(name: &str) -> bool {
    FRACTIONS.contains(&name)
}

/// Returns the nearest of several names, if at most a third of the word differs.
pub(super) fn nearest<'n>(word: &str, names: &[&'n str]) -> Option<&'n str> {
    let (mut least, mut best) = (word.len() / 3, None);
    for name in names.iter().copied() {
        let distance = distance(word, name);
        if distance < least || (distance == least && best.is_none()) {
            (least, best) = (distance, Some(name));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_translation_leads_to_a_word_of_the_language() {
        for (words, here) in ELSEWHERE {
            assert!(function_of(here).is_some() || name_of(here).is_some(), "{here}");
            for word in words.split(' ') {
                assert!(function_of(word).is_none() && name_of(word).is_none(), "{word}");
            }
        }
    }

    #[test]
    fn the_nearest_name_differs_in_a_third_at_most() {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(nearest("impliedApi", &names), Some("impliedApy"));
        assert_eq!(nearest("IMPLIEDAPY", &names), Some("impliedApy"));
        assert_eq!(nearest("foo", &names), None);
        assert_eq!(nearest("tvi", &names), Some("tvl"));
    }
}
