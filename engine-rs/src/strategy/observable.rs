//! What a strategy looks at, for those who want to see why it traded: a line, and the marks that its
//! rule compares it with.
//!
//! They say all of a rule: whoever has the lines and the marks has the targets
//! (`engine-rs/tests/observed.rs`).

/// A line that a strategy looks at.
#[derive(Debug, Clone, Copy)]
pub struct Observable {
    /// Name of the line for people.
    pub name: &'static str,
    /// Unit of the line and of its marks.
    pub unit: &'static str,
    /// What the line is compared with.
    pub marks: &'static [Mark],
}

/// Something that a line is compared with: what follows of it, how, and its name, that of the
/// parameter where it is one.
#[derive(Debug, Clone, Copy)]
pub struct Mark(pub Role, pub Compare, pub &'static str);

/// What follows when a line stands to a mark as it must.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// In, with all other marks to buy at.
    Buy,
    /// Out, with all other marks to sell at and unless there is reason to buy.
    Sell,
    /// In while it lasts, with all other marks to hold at; else out.
    Hold,
    /// Here the position is empty, and grows in a straight line up to the one where it is full.
    Empty,
    /// Here the position is full. Without a mark where it is empty, it shrinks as the line grows.
    Full,
    /// Nothing: it is drawn for the eye.
    Drawn,
}

/// How a line stands to a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// line < mark
    Under,
    /// line <= mark
    AtMost,
    /// line >= mark
    AtLeast,
    /// line > mark
    Over,
}

/// The scale of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// That of the implied yield.
    ImpliedApy,
    /// That of its logarithm, `ln(1 + impliedApy)`.
    LogYield,
    /// One of its own.
    Own,
}

/// What a strategy saw. Columns end with the last bar before expiry.
#[derive(Debug, Clone)]
pub struct Observed {
    /// What it is.
    pub what: &'static Observable,
    /// What it is drawn on.
    pub scale: Scale,
    /// The line.
    pub line: Vec<f64>,
    /// The marks, each a column, or one number where it is the same on every bar.
    pub marks: Vec<Vec<f64>>,
}

impl Observable {
    /// Returns what a band with the parameters `entry` and `exit` compares.
    pub const fn band(name: &'static str, unit: &'static str) -> Self {
        const MARKS: &[Mark] = &[
            Mark(Role::Buy, Compare::AtLeast, "entry"),
            Mark(Role::Sell, Compare::AtMost, "exit"),
        ];
        Self { name, unit, marks: MARKS }
    }
}

impl Role {
    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Sell => "sell",
            Self::Hold => "hold",
            Self::Empty => "empty",
            Self::Full => "full",
            Self::Drawn => "drawn",
        }
    }
}

impl Compare {
    /// Returns the comparison as it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Under => "<",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Over => ">",
        }
    }
}

impl Scale {
    /// Returns the public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::ImpliedApy => "impliedApy",
            Self::LogYield => "logYield",
            Self::Own => "own",
        }
    }
}
