//! The checked values of a strategy.

use super::{ParamSpec, ParamValue};
use crate::json::{Emit, Sink};
use crate::market::Timeframe;
use crate::strategy::expression::{Expression, Member};
use std::sync::Arc;

/// The checked values of a strategy, one per definition and in the same order.
#[derive(Debug, Clone)]
pub struct ParamValues {
    specs: &'static [ParamSpec],
    values: Vec<ParamValue>,
    /// The parameters of an expression, whose names are the caller's.
    expression: Option<Arc<Expression>>,
}

impl ParamValues {
    /// Returns the values of the given definitions.
    pub fn new(specs: &'static [ParamSpec], values: Vec<ParamValue>) -> Self {
        Self { specs, values, expression: None }
    }

    /// Returns the values of an expression.
    pub fn of_expression(expression: impl Into<Arc<Expression>>) -> Self {
        Self { specs: &[], values: Vec::new(), expression: Some(expression.into()) }
    }

    /// Returns the expression, if these are its values.
    pub fn expression(&self) -> Option<&Expression> {
        self.expression.as_deref()
    }

    /// Returns every default.
    pub fn defaults(specs: &'static [ParamSpec], timeframe: Timeframe) -> Self {
        Self::new(specs, specs.iter().map(|spec| spec.default_value(timeframe)).collect())
    }

    /// Sets a value by name; an unknown name changes nothing.
    pub fn set(&mut self, name: &str, value: ParamValue) {
        let at = self.specs.iter().position(|spec| spec.name == name);
        if let Some(slot) = at.and_then(|at| self.values.get_mut(at)) {
            *slot = value;
        }
    }

    /// Copies the values of another strategy for parameters that both have, if they are allowed
    /// here.
    pub fn adopt(&mut self, others: &Self, timeframe: Timeframe) {
        for (spec, value) in self.specs.iter().zip(&mut self.values) {
            let allowed = others.get(spec.name).and_then(|other| match other {
                ParamValue::Window { days: number, .. } | ParamValue::Number(number) => {
                    spec.of_number(number, timeframe)
                }
                ParamValue::Choice(text) => spec.of_text(text),
            });
            *value = allowed.unwrap_or(*value);
        }
    }

    /// Returns the same values on bars of another length; `None` if one is not allowed there.
    pub fn on(&self, timeframe: Timeframe) -> Option<Self> {
        if let Some(expression) = &self.expression {
            return expression.on(timeframe).map(Self::of_expression);
        }
        let mut on = self.clone();
        for (spec, value) in self.specs.iter().zip(&mut on.values) {
            if let ParamValue::Window { days, .. } = value {
                *value = spec.of_number(*days, timeframe)?;
            }
        }
        Some(on)
    }

    /// Returns the values in the order of the definitions.
    pub fn iter(&self) -> impl Iterator<Item = &ParamValue> {
        self.values.iter()
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<ParamValue> {
        let at = self.specs.iter().position(|spec| spec.name == name)?;
        self.values.get(at).copied()
    }

    /// Returns the length of a window in bars.
    #[inline(never)]
    pub fn bars(&self, name: &'static str) -> usize {
        match self.get(name) {
            Some(ParamValue::Window { bars, .. }) => bars,
            _ => unreachable!("{name} is no window of this strategy"),
        }
    }

    /// Returns a number.
    #[inline(never)]
    pub fn number(&self, name: &'static str) -> f64 {
        match self.get(name) {
            Some(ParamValue::Number(value)) => value,
            _ => unreachable!("{name} is no number of this strategy"),
        }
    }

    /// Returns whether the choice `name` is `choice`.
    #[inline(never)]
    pub fn chose(&self, name: &'static str, choice: &str) -> bool {
        matches!(self.get(name), Some(ParamValue::Choice(chosen)) if chosen == choice)
    }
}

impl Emit for ParamValues {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        for (name, member) in self.expression().map_or(&[][..], Expression::members) {
            sink.own_key(name);
            match member {
                Member::Number(number, _) => sink.number(*number),
                Member::Text(text) => sink.string(text),
            }
        }
        let mut last = "";
        let after = |last: &str| {
            let left = self.specs.iter().zip(&self.values).filter(|(spec, _)| spec.name > last);
            left.min_by_key(|(spec, _)| spec.name)
        };
        while let Some((spec, value)) = after(last) {
            sink.member(spec.name, *value);
            last = spec.name;
        }
        sink.end_object();
    }
}
