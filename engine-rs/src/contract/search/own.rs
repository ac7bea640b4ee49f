//! Axes over the parameters of an expression, whose names are the caller's.

use super::axes::Reader;
use crate::json::{Excerpt, Json};
use crate::strategy::expression::{Expression, Given, Member, Wrong};
use crate::sweep::Level;

impl<'r> Reader<'r> {
    /// Reads a value of an expression's parameter; `None` if the base component has no such
    /// parameter.
    pub(super) fn own_level(
        &self,
        component: usize,
        name: &str,
        value: &Json<'_>,
    ) -> Option<Result<Level, String>> {
        self.own(component, name)?;
        let expression = self.expression(component)?;
        let (given, level) = match value {
            Json::Number(number) => (Given::Number(*number), Level::Number(*number)),
            Json::String(text) => (Given::Text(text), Level::Text(text.to_string().into())),
            _ => return Some(Err(format!("is {}, must be a number or a text", Excerpt(value)))),
        };
        let compiled = expression.with(&[(name, given)], self.base.timeframe);
        Some(match compiled {
            Ok(_) => Ok(level),
            Err(wrong) => {
                let at = wrong.iter().find(|one| one.name.as_deref() == Some(name));
                let first = at.or(wrong.first());
                Err(first.map_or_else(String::new, Wrong::message))
            }
        })
    }

    /// Returns the parts of 1 that values of an expression's parameter are rounded to, as
    /// `parts_of` does.
    #[allow(clippy::option_option, reason = "a text has no range, a plain number no parts")]
    pub(super) fn own_parts(&self, component: usize, name: &str) -> Option<Option<f64>> {
        match self.own(component, name)? {
            Member::Number(_, true) => Some(Some(self.base.timeframe.bars_per_day() as f64)),
            Member::Number(_, false) => Some(None),
            Member::Text(_) => None,
        }
    }

    /// Returns the expression of a base component.
    pub(super) fn expression(&self, component: usize) -> Option<&'r Expression> {
        self.base.components.get(component)?.params.expression()
    }

    /// Returns a parameter of a base component's expression.
    pub(super) fn own(&self, component: usize, name: &str) -> Option<&'r Member> {
        let (_, member) =
            self.expression(component)?.members().iter().find(|(own, _)| own == name)?;
        Some(member)
    }
}
