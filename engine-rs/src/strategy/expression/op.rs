//! The operations of the parts of a rule.

/// A column of the bars, or a constant that depends on more than the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub(super) enum Place {
    ImpliedApy,
    LogYield,
    UnderlyingApy,
    LogUnderlying,
    PtPrice,
    DaysToExpiry,
    Tau,
    Tvl,
    Volume,
    Turnover,
    PoolPtShare,
    FarImpliedApy,
    LogFarYield,
    BarsPerDay,
    BarsPerYear,
    Capital,
    FarGap,
    /// A number under a name, in a program for any such numbers.
    Own,
}

impl Place {
    /// Returns whether it is the same on every bar.
    pub(super) fn is_constant(self) -> bool {
        self >= Self::BarsPerDay
    }
}

/// An operation. Conditions are 1 where they hold and 0 where not; `NaN` stands for no number and
/// no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub(super) enum Op {
    /// A number of the text, or what follows from numbers alone.
    Number,
    /// A column or a constant.
    Read,
    Add,
    Subtract,
    Multiply,
    Divide,
    Minus,
    Below,
    AtMost,
    Above,
    AtLeast,
    And,
    Or,
    Not,
    Abs,
    Sqrt,
    Exp,
    Expm1,
    Log,
    Log1p,
    Min,
    Max,
    Clip,
    If,
    Fill,
    /// In where the first condition holds, else out where the second does, else no opinion.
    Switch,
    // The operations from here on read bars before the newest one.
    Lag,
    Change,
    Mean,
    Deviation,
    Zscore,
    Sum,
    Highest,
    Lowest,
    Percent,
    Median,
    Rank,
    Residual,
    Ema,
    Wilder,
    Rsi,
    Kama,
    Any,
    All,
    Crossover,
    Crossunder,
    Last,
    Since,
}

impl Op {
    /// Returns whether it reads bars before the newest one.
    pub(super) fn has_memory(self) -> bool {
        self >= Self::Lag
    }

    /// Returns the key of the columns that an operation with memory makes within a call.
    pub(super) fn key(self) -> &'static str {
        KEYS[self as usize - Self::Lag as usize]
    }

    /// Returns the sign of an operator; empty for a function.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract | Self::Minus => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::AtLeast => ">=",
            Self::And => "and",
            Self::Or => "or",
            Self::Not => "not",
            _ => "",
        }
    }

    /// Returns how strongly an operator binds, from 1; 0 for what is no operator.
    pub(super) fn power(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Not => 3,
            Self::Below | Self::AtMost | Self::Above | Self::AtLeast => 4,
            Self::Add | Self::Subtract => 5,
            Self::Multiply | Self::Divide => 6,
            Self::Minus => 7,
            _ => 0,
        }
    }
}

/// Keys of the operations that read bars before the newest one, in the order of [`Op`].
const KEYS: [&str; 22] = [
    "~lag",
    "~change",
    "~mean",
    "~deviation",
    "~zscore",
    "~sum",
    "~highest",
    "~lowest",
    "~place",
    "~median",
    "~rank",
    "~residual",
    "~ema",
    "~wilder",
    "~rsi",
    "~kama",
    "~any",
    "~all",
    "~crossover",
    "~crossunder",
    "~last",
    "~since",
];
