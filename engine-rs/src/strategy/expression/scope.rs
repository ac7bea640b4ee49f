//! The names that a text may read, and what they stand for.

use super::part::{NONE, Parts};
use super::token::Unit;
use super::window::whole_bars;
use crate::market::Timeframe;

/// The value of a text or a name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// A part that is a number.
    Number(u32),
    /// A part that is a condition.
    Condition(u32),
    /// `hold`, which stands for either.
    Either(u32),
    /// A window.
    Window(f64, Unit),
    /// The number of the name at this place, which is a number or a window in days.
    Own(usize),
    /// A wrong definition.
    Wrong,
}

impl Value {
    /// Returns the part of a number or a condition.
    pub(super) fn part(self) -> Option<u32> {
        match self {
            Self::Number(part) | Self::Condition(part) | Self::Either(part) => Some(part),
            _ => None,
        }
    }

    /// Returns the word for the kind of the value in messages.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Condition(_) => "a condition",
            Self::Window(..) => "a window",
            _ => "a number",
        }
    }
}

/// The use of a number under a name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// No text reads it yet.
    Open,
    /// It is a number.
    Number,
    /// It is a window, days.
    Window,
}

/// A name.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) value: Value,
    /// Whether it stands in the candidate's shared parameters.
    pub(super) is_shared: bool,
    /// Whether it is a number.
    pub(super) is_number: bool,
    /// The number, if it is one, and its use.
    pub(super) number: f64,
    pub(super) role: Role,
    /// The error in the number.
    pub(super) fault: Option<String>,
}

impl Named {
    /// Returns a name without a value yet.
    pub(super) fn new(name: &str, is_shared: bool) -> Self {
        Self {
            name: name.into(),
            value: Value::Wrong,
            is_shared,
            is_number: false,
            number: 0.0,
            role: Role::Open,
            fault: None,
        }
    }
}

/// The names of a component, and the parts of its texts.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) timeframe: Timeframe,
    pub(super) names: Vec<Named>,
    pub(super) parts: Parts,
    /// Whether the program is for any numbers under the names.
    pub(super) is_open: bool,
}

impl Scope {
    /// Adds a name; it is of a number, or of a text without a value yet.
    #[inline(never)]
    pub(super) fn add(&mut self, name: &str, number: Option<f64>, is_shared: bool) {
        let named = Named::new(name, is_shared);
        let value = Value::Own(self.names.len());
        self.names.push(match number {
            Some(number) => Named { value, is_number: true, number, ..named },
            None => named,
        });
    }

    /// Sets the value of a name after its text was checked.
    pub(super) fn set(&mut self, name: &str, value: Value) {
        if let Some(named) = self.names.iter_mut().find(|named| named.name == name) {
            named.value = value;
        }
    }

    /// Returns the value of a name of the component.
    #[inline(never)]
    pub(super) fn value(&self, name: &str) -> Option<Value> {
        self.names.iter().find(|named| named.name == name).map(|named| named.value)
    }

    /// Returns the part of a number under a name; `None` if it is a window elsewhere.
    pub(super) fn own_number(&mut self, at: usize) -> Option<u32> {
        let named = &mut self.names[at];
        if named.role == Role::Window {
            return None;
        }
        named.role = Role::Number;
        let (number, name) = (named.number, u32::try_from(at).unwrap_or(NONE));
        Some(if self.is_open { self.parts.own(name) } else { self.parts.number(number) })
    }

    /// Returns the bars of a number under a name; the outer `None` if it is a number elsewhere, the
    /// inner one if the window is wrong.
    #[allow(clippy::option_option, reason = "the one is the text's fault, the other the number's")]
    pub(super) fn own_window(&mut self, at: usize, least: u32) -> Option<Option<u32>> {
        let named = &mut self.names[at];
        if named.role == Role::Number {
            return None;
        }
        named.role = Role::Window;
        match whole_bars(named.number, Unit::Days, least, self.timeframe) {
            Ok(bars) => Some(Some(bars)),
            Err(message) => {
                named.fault.get_or_insert(message);
                Some(None)
            }
        }
    }
}
