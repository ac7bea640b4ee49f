//! Checks a text against its kinds, and adds what it computes to the parts of its component.

use super::fault::Fault;
use super::messages;
use super::op::Op;
use super::part::NONE;
use super::scope::{Scope, Value};
use super::table::name_of;
use super::tree::{Node, Tree};
use super::window::{NEGATIVE, whole_bars};

/// The kinds of value that a text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// `enter` and `exit`.
    Condition,
    /// `target`: a number or a condition.
    Either,
    /// A definition: a window too.
    Any,
}

impl Wanted {
    /// Returns the kinds of a text by its name.
    pub(super) fn of(name: &str) -> Self {
        match name {
            "target" => Self::Either,
            "enter" | "exit" => Self::Condition,
            _ => Self::Any,
        }
    }
}

/// Checks a text and returns its value.
///
/// # Errors
/// The leftmost fault, or nothing if a name comes first whose definition is wrong.
pub(super) fn check(
    tree: &Tree,
    (name, wanted): (&str, Wanted),
    scope: &mut Scope,
) -> Result<Value, Option<Fault>> {
    let mut check = Check { tree, scope, first: None };
    let root = tree.root();
    let value = check.value(root);
    let value = value.and_then(|value| match (wanted, value) {
        (Wanted::Any, Value::Window(amount, unit)) => {
            match whole_bars(amount, unit, 0, check.scope.timeframe) {
                Ok(_) => Some(value),
                Err(message) => check.fault(root, message),
            }
        }
        (Wanted::Any, _) => Some(value),
        (Wanted::Either, _) => check.either(value, root, name),
        (Wanted::Condition, _) => check.condition(value, (root, root), name).map(Value::Condition),
    });
    match (check.first, value) {
        (None, Some(value)) => Ok(value),
        (Some((column, Some(message))), _) => Err(Some(Fault::at(column, message))),
        _ => Err(None),
    }
}

pub(super) struct Check<'c> {
    pub(super) tree: &'c Tree,
    pub(super) scope: &'c mut Scope,
    /// The leftmost fault; without a message a name whose definition is wrong.
    first: Option<(u32, Option<String>)>,
}

impl Check<'_> {
    /// Notes a fault at a node.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, node: usize, message: Option<String>) {
        let column = self.tree.columns[node];
        if self.first.as_ref().is_none_or(|(first, _)| column < *first) {
            self.first = Some((column, message));
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fault<T>(&mut self, node: usize, message: impl Into<String>) -> Option<T> {
        self.note(node, Some(message.into()));
        None
    }

    /// Returns the value of a node; `None` after a fault.
    pub(super) fn value(&mut self, at: usize) -> Option<Value> {
        let tree = self.tree;
        match tree.nodes.get(at)? {
            Node::Number(number) => Some(Value::Number(self.scope.parts.number(*number))),
            Node::Window(amount, unit) => Some(Value::Window(*amount, *unit)),
            Node::Hold => Some(Value::Either(self.scope.parts.number(f64::NAN))),
            Node::Truth(truth) => {
                let number = if *truth { 1.0 } else { 0.0 };
                Some(Value::Condition(self.scope.parts.number(number)))
            }
            Node::Name(name) => self.name(name, at),
            Node::Operator(op, operands) => self.operator(*op, *operands, at),
            Node::Call(call) => self.call(call, at),
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Option<Value> {
        match (self.scope.value(name), name_of(name)) {
            (Some(Value::Wrong), _) => {
                self.note(at, None);
                None
            }
            (Some(value), _) => Some(value),
            (None, Some(known)) => {
                let (place, features) = (known.place, known.features);
                let timeframe = self.scope.timeframe;
                Some(Value::Number(self.scope.parts.read(place, features, timeframe)))
            }
            (None, None) => {
                let message = messages::no_name(name, self.scope);
                self.fault(at, message)
            }
        }
    }

    fn operator(&mut self, op: Op, [left, right]: [usize; 2], at: usize) -> Option<Value> {
        let is_condition = matches!(op, Op::And | Op::Or | Op::Not);
        let is_unary = matches!(op, Op::Not | Op::Minus);
        let (mut of, mut is_right) = ([NONE; 3], true);
        let both = [left, right];
        let places = if is_unary { &both[..1] } else { &both[..] };
        for (slot, node) in of.iter_mut().zip(places) {
            let part = self.value(*node).and_then(|value| {
                if is_condition {
                    self.condition(value, (*node, at), op.sign())
                } else {
                    self.operand(value, (*node, at), (op, both))
                }
            });
            *slot = part.unwrap_or(NONE);
            is_right &= part.is_some();
        }
        if !is_right {
            return None;
        }
        let part = self.scope.parts.add(op, of, [NONE; 3], (1, op.sign()));
        let is_comparison = op.power() == Op::Below.power();
        Some(if is_condition || is_comparison {
            Value::Condition(part)
        } else {
            Value::Number(part)
        })
    }

    /// Returns the part of an operand that must be a number.
    fn operand(
        &mut self,
        value: Value,
        (node, at): (usize, usize),
        (op, operands): (Op, [usize; 2]),
    ) -> Option<u32> {
        let Value::Window(amount, unit) = value else {
            return self.number(value, (node, at), op.sign());
        };
        let message = if op == Op::Minus {
            NEGATIVE.into()
        } else {
            let other = operands.into_iter().find(|other| *other != node).unwrap_or(node);
            messages::window_operand(op, (amount, unit), (self.tree, other), self.scope.timeframe)
        };
        self.fault(at, message)
    }

    /// Returns the part of a number; the fault of another kind is that of the node `at`.
    pub(super) fn number(
        &mut self,
        value: Value,
        (node, at): (usize, usize),
        of: &str,
    ) -> Option<u32> {
        match value {
            Value::Number(part) | Value::Either(part) => Some(part),
            Value::Own(own) => self.scope.own_number(own).or_else(|| {
                let message = messages::window_elsewhere(self.tree, node);
                self.fault(node, message)
            }),
            _ => self.fault(at, messages::needs(of, "a number", value)),
        }
    }

    pub(super) fn condition(
        &mut self,
        value: Value,
        (_, at): (usize, usize),
        of: &str,
    ) -> Option<u32> {
        match value {
            Value::Condition(part) | Value::Either(part) => Some(part),
            _ => self.fault(at, messages::needs(of, "a condition", value)),
        }
    }

    /// Returns a number or a condition.
    pub(super) fn either(&mut self, value: Value, node: usize, of: &str) -> Option<Value> {
        match value {
            Value::Own(_) => self.number(value, (node, node), of).map(Value::Number),
            Value::Window(..) => {
                self.fault(node, messages::needs(of, "a number or a condition", value))
            }
            _ => Some(value),
        }
    }
}
