//! Checks calls of functions.

use super::check::Check;
use super::messages;
use super::op::Op;
use super::part::NONE;
use super::scope::Value;
use super::table::{Function, is_fraction};
use super::tree::{Call, Node};
use super::window::{NEGATIVE, whole_bars};

impl Check<'_> {
    /// Returns the value of a call; `None` after a fault.
    pub(super) fn call(&mut self, call: &Call, at: usize) -> Option<Value> {
        let Some(function) = call.function else {
            let message = messages::no_function(&call.name, self.scope);
            return self.fault(at, message);
        };
        if call.arguments.len() != function.kinds.len() {
            return self.fault(at, messages::arity(function, call, self.tree));
        }
        let (mut of, mut windows, mut same) = ([NONE; 3], [NONE; 3], None);
        let (mut parts, mut lengths, mut is_right) = (0, 0, true);
        for (kind, node) in function.kinds.bytes().zip(&call.arguments) {
            if kind == b'w' {
                let bars = self.window(*node, function);
                windows[lengths] = bars.unwrap_or(NONE);
                (lengths, is_right) = (lengths + 1, is_right && bars.is_some());
                continue;
            }
            let part = self.value(*node).and_then(|value| match kind {
                b'c' => self.condition(value, (*node, *node), function.name),
                b'n' => self.argument(value, *node, (function, call)),
                _ => self.same(value, (*node, function.name), &mut same),
            });
            of[parts] = part.unwrap_or(NONE);
            (parts, is_right) = (parts + 1, is_right && part.is_some());
        }
        is_right.then(|| self.result((function, same), of, windows))
    }

    fn result(
        &mut self,
        (function, same): (&'static Function, Option<Value>),
        of: [u32; 3],
        windows: [u32; 3],
    ) -> Value {
        let per_day = self.scope.timeframe.bars_per_day() as f64;
        if function.op == Op::Number {
            let unit = if function.name == "days" { per_day } else { 1.0 };
            return Value::Number(self.scope.parts.number(f64::from(windows[0]) / unit));
        }
        let weight = (function.weight, function.name);
        let part = self.scope.parts.add(function.op, of, windows, weight);
        match (function.gives, same) {
            (b'c', _) | (b'a', Some(Value::Condition(_))) => Value::Condition(part),
            (b'a', Some(Value::Either(_))) => Value::Either(part),
            _ => Value::Number(part),
        }
    }

    /// Returns the part of an argument that is a number.
    fn argument(
        &mut self,
        value: Value,
        node: usize,
        (function, call): (&Function, &Call),
    ) -> Option<u32> {
        let is_extreme = matches!(function.op, Op::Min | Op::Max);
        if is_extreme && (matches!(value, Value::Window(..)) || self.is_bare_window(node, call)) {
            let message = messages::extreme(function, call, (self.tree, node), self.scope);
            return self.fault(node, message);
        }
        self.number(value, (node, node), function.name)
    }

    /// Whether an argument is a whole number beside a yield, such as 20 in `max(logYield, 20)`: one
    /// of both would win on every bar, and in other systems it is a window.
    fn is_bare_window(&self, node: usize, call: &Call) -> bool {
        let Some(Node::Number(number)) = self.tree.nodes.get(node) else { return false };
        let is_beside = |other: &usize| match self.tree.nodes.get(*other) {
            Some(Node::Name(name)) => is_fraction(name),
            _ => false,
        };
        (2.0..=500.0).contains(number)
            && number.fract() == 0.0
            && call.arguments.iter().any(is_beside)
    }

    /// Returns the part of an argument that is a number or a condition, as the first one was.
    fn same(
        &mut self,
        value: Value,
        (node, of): (usize, &str),
        first: &mut Option<Value>,
    ) -> Option<u32> {
        let value = self.either(value, node, of)?;
        let (Value::Number(part) | Value::Condition(part) | Value::Either(part)) = value else {
            return None;
        };
        match *first {
            Some(Value::Either(_)) | None => *first = Some(value),
            Some(_) if matches!(value, Value::Either(_)) => {}
            Some(first) if first.kind() != value.kind() => {
                let (wanted, given) = (first.kind(), value.kind());
                return self
                    .fault(node, format!("{of} needs {wanted} here as before, has {given}"));
            }
            Some(_) => {}
        }
        Some(part)
    }

    /// Returns the bars of an argument that is a window.
    fn window(&mut self, node: usize, function: &Function) -> Option<u32> {
        if let Some(Node::Operator(Op::Minus, _)) = self.tree.nodes.get(node) {
            return self.fault(node, NEGATIVE);
        }
        let value = self.value(node)?;
        match value {
            Value::Window(amount, unit) => {
                match whole_bars(amount, unit, function.least, self.scope.timeframe) {
                    Ok(bars) => Some(bars),
                    Err(message) => self.fault(node, message),
                }
            }
            Value::Own(own) => match self.scope.own_window(own, function.least) {
                Some(Some(bars)) => Some(bars),
                Some(None) => {
                    self.note(node, None);
                    None
                }
                None => {
                    let message = messages::number_elsewhere(self.tree, node);
                    self.fault(node, message)
                }
            },
            _ => {
                let (name, given) = (function.name, value.kind());
                let window = messages::WINDOW;
                self.fault(node, format!("{name} needs {window}, has {given}"))
            }
        }
    }
}
