//! Provenance of a dataset, and its unknown inputs.

use crate::json::{Emit, Sink};
use crate::version::GENERATOR_VERSION;

/// Origin of a dataset.
#[derive(Debug, Clone, PartialEq)]
pub enum Provenance {
    /// Made by the generator of this engine from a seed.
    Synthetic {
        /// The seed.
        seed: u64,
        /// Mean advantage of holding PT over leaving all capital in SY on the market's reference
        /// paths, a difference of utilities per year (`RULES.md` 1).
        passive_gap: f64,
    },
    /// Imported, with the facts about its source in the order of their names (`IMPORT_FACTS`).
    Imported(Vec<(&'static str, Fact)>),
}

/// A fact about an import.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A text.
    Text(String),
    /// A count of rows.
    Count(f64),
    /// Names.
    Names(Vec<String>),
}

/// Facts of an import in the order of the names, and whether each is required.
pub static IMPORT_FACTS: [(&str, bool); 14] = [
    ("chain", false),
    ("coin", false),
    ("corrections", false),
    ("dropped", true),
    ("estimated", false),
    ("fetchedAt", false),
    ("filled", true),
    ("importer", true),
    ("kind", true),
    ("licence", false),
    ("market", false),
    ("source", true),
    ("sourceSha256", true),
    ("url", false),
];

impl Provenance {
    /// Returns the name of the accounting asset, if the import says it.
    pub fn coin(&self) -> Option<&str> {
        let Self::Imported(facts) = self else { return None };
        facts.iter().find_map(|(name, fact)| match fact {
            Fact::Text(text) if *name == "coin" => Some(text.as_str()),
            _ => None,
        })
    }
}

impl Emit for Fact {
    fn emit(&self, sink: &mut dyn Sink) {
        match self {
            Self::Text(text) => sink.string(text),
            Self::Count(count) => sink.number(*count),
            Self::Names(names) => names.emit(sink),
        }
    }
}

impl Emit for Provenance {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        match self {
            Self::Synthetic { seed, passive_gap } => {
                sink.member("generatorVersion", GENERATOR_VERSION);
                sink.member("kind", "synthetic");
                sink.member("passiveGap", *passive_gap);
                sink.member("seed", *seed as f64);
            }
            Self::Imported(facts) => {
                for (name, fact) in facts {
                    sink.member(name, fact);
                }
            }
        }
        sink.end_object();
    }
}

/// Unknown inputs of a dataset: names of columns, and of the constant of the pool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Missing columns; strategies that need them do not run.
    pub absent: Vec<&'static str>,
    /// Inputs that are estimated rather than given by the source.
    pub estimated: Vec<&'static str>,
}

/// Columns that may be absent.
pub static ABSENT: [&str; 2] = ["farImpliedApy", "volume"];

/// Inputs that may be estimated.
pub static ESTIMATED: [&str; 10] = [
    "farImpliedApy",
    "impliedApy",
    "ptPrice",
    "scalarRoot",
    "syIndex",
    "totalPt",
    "totalSy",
    "tvl",
    "underlyingApy",
    "volume",
];

/// Returns the figures that depend on a name of [`ESTIMATED`].
pub fn dependants(estimated: &str) -> &'static str {
    match estimated {
        "farImpliedApy" => "strategies of the term structure",
        "impliedApy" | "ptPrice" => "every price, fill and score",
        "syIndex" => "every return, Hold, idle capital and the score",
        "tvl" => "the limit of a trade's share of the pool",
        "underlyingApy" => "signals of the underlying yield",
        "volume" => "strategies of the volume",
        _ => "slippage and the limits of the pool",
    }
}
