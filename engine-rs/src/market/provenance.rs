//! Where a dataset comes from, and what of it is not known.

use crate::json::{Emit, Sink};
use crate::version::GENERATOR_VERSION;

/// Where a dataset comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Provenance {
    /// Made by the generator of this engine from a seed.
    Synthetic {
        /// The seed.
        seed: u64,
        /// What holding PT is better by than leaving all capital in SY in the mean of the market's
        /// reference paths, a difference of utilities per year (`RULES.md` 1).
        passive_gap: f64,
    },
    /// Imported: what is said of its source, in the order of the names (`IMPORT_FACTS`).
    Imported(Vec<(&'static str, Fact)>),
}

/// What an import says of itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A text.
    Text(String),
    /// A count of rows.
    Count(f64),
    /// Names.
    Names(Vec<String>),
}

/// What an import may say of itself, in the order of the names: an example of its kind each, and
/// whether it must be there.
pub const IMPORT_FACTS: [(&str, Fact, bool); 12] = [
    ("chain", Fact::Text(String::new()), false),
    ("dropped", Fact::Count(0.0), true),
    ("estimated", Fact::Names(Vec::new()), false),
    ("fetchedAt", Fact::Text(String::new()), false),
    ("filled", Fact::Count(0.0), true),
    ("importer", Fact::Text(String::new()), true),
    ("kind", Fact::Text(String::new()), true),
    ("licence", Fact::Text(String::new()), false),
    ("market", Fact::Text(String::new()), false),
    ("source", Fact::Text(String::new()), true),
    ("sourceSha256", Fact::Text(String::new()), true),
    ("url", Fact::Text(String::new()), false),
];

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

/// What of a dataset is not known: names of columns, and of the constant of the pool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Columns that are not there; what needs them does not run.
    pub absent: Vec<&'static str>,
    /// What is an estimate and no fact of the source.
    pub estimated: Vec<&'static str>,
}

/// Columns that may be absent.
pub const ABSENT: [&str; 2] = ["farImpliedApy", "volume"];

/// What may be estimated, and what depends on it.
pub const ESTIMATED: [(&str, &str); 10] = [
    ("farImpliedApy", "strategies of the term structure"),
    ("impliedApy", "every price, fill and score"),
    ("ptPrice", "every price, fill and score"),
    ("scalarRoot", "slippage and the limits of the pool"),
    ("syIndex", "every return, Hold, idle capital and the score"),
    ("totalPt", "slippage and the limits of the pool"),
    ("totalSy", "slippage and the limits of the pool"),
    ("tvl", "the limit of a trade's share of the pool"),
    ("underlyingApy", "signals of the underlying yield"),
    ("volume", "strategies of the volume"),
];
