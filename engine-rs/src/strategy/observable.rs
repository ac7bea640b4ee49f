//! Lines that a strategy observes, and the marks that its rule compares them with, for a page that
//! shows why it traded.
//!
//! They describe a rule completely: its targets follow from the lines and marks
//! (`engine-rs/tests/observed.rs`).

/// A line that a strategy observes.
#[derive(Debug, Clone, Copy)]
pub struct Observable {
    /// Name of the line for people.
    pub name: &'static str,
    /// Unit of the line and of its marks.
    pub unit: &'static str,
    /// Marks of the line.
    pub marks: &'static [Mark],
}

/// A threshold of a line: its consequence, its comparison, and its name, which is that of the
/// parameter if it is one.
#[derive(Debug, Clone, Copy)]
pub struct Mark(pub Role, pub Compare, pub &'static str);

/// Consequence when a line compares with a mark as stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// In, if all other marks to buy hold too.
    Buy,
    /// Out, if all other marks to sell hold too and the marks to buy do not.
    Sell,
    /// In while it and all other marks to hold are satisfied; else out.
    Hold,
    /// The position is empty here, and grows linearly up to the mark where it is full.
    Empty,
    /// The position is full here. Without a mark where it is empty, it shrinks as the line grows.
    Full,
    /// No consequence: the mark is only drawn.
    Drawn,
}

/// Comparison of a line with a mark.
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
    /// The scale of the implied yield.
    ImpliedApy,
    /// The scale of its logarithm, `ln(1 + impliedApy)`.
    LogYield,
    /// A scale of its own.
    Own,
}

/// A recorded line. Columns end with the last bar before expiry.
#[derive(Debug, Clone)]
pub struct Observed {
    /// Name of the line for people.
    pub name: String,
    /// Unit of the line and of its marks.
    pub unit: &'static str,
    /// Consequence, comparison and name of each mark.
    pub stands: Vec<(Role, Compare, String)>,
    /// Its scale.
    pub scale: Scale,
    /// Whether it is the yield of the series or its logarithm.
    pub is_yield: bool,
    /// Its values.
    pub line: Vec<f64>,
    /// The marks: columns, or single numbers where they are the same on every bar.
    pub marks: Vec<Vec<f64>>,
}

impl Observable {
    /// Returns the marks of a band with the parameters `entry` and `exit`.
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
    /// Returns the operator as text.
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
