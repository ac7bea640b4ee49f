//! The tree of a text, and its one spelling.

use super::op::Op;
use super::table::Function;
use super::token::Unit;
use super::window::spelled;
use crate::json::EcmaNumber;
use crate::market::Timeframe;
use std::fmt::Write;

/// A node of a tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Number(f64),
    Window(f64, Unit),
    Hold,
    Truth(bool),
    Name(String),
    /// An operator and its operands; that of a sign in front is the first.
    Operator(Op, [usize; 2]),
    Call(Call),
}

/// A call of a function, which need not exist.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) function: Option<&'static Function>,
    pub(super) arguments: Vec<usize>,
}

impl PartialEq for Call {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.arguments == other.arguments
    }
}

/// A text as a tree: nodes come after those that they use, the root is the last.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The column of each node, in characters from 1.
    pub(super) columns: Vec<u32>,
}

/// Binds more strongly than any operator.
const PRIMARY: u8 = 8;

impl Tree {
    /// Returns the place of the root.
    pub(super) fn root(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Returns the names that the text reads, in their order.
    #[inline(never)]
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for node in &self.nodes {
            if let Node::Name(name) = node {
                names.push(name.as_str());
            }
        }
        names
    }

    /// Returns the one spelling of the text.
    pub(super) fn spelling(&self, timeframe: Timeframe) -> String {
        self.spelling_of(self.root(), timeframe)
    }

    /// Returns the spelling of a node.
    pub(super) fn spelling_of(&self, node: usize, timeframe: Timeframe) -> String {
        let mut printed = Printed { tree: self, timeframe, text: String::new() };
        printed.print(node, 0);
        printed.text
    }
}

struct Printed<'t> {
    tree: &'t Tree,
    timeframe: Timeframe,
    text: String,
}

impl Printed<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Prints a node, in brackets if it binds less strongly than its surroundings need.
    fn print(&mut self, at: usize, needed: u8) {
        let tree = self.tree;
        let Some(node) = tree.nodes.get(at) else { return };
        let is_open = matches!(node, Node::Operator(op, _) if op.power() < needed);
        if is_open {
            self.push("(");
        }
        match node {
            Node::Number(number) => {
                let _ = write!(self.text, "{}", EcmaNumber(*number));
            }
            Node::Window(amount, unit) => {
                let text = spelled(*amount, *unit, self.timeframe);
                self.push(&text);
            }
            Node::Hold => self.push("hold"),
            Node::Truth(truth) => self.push(if *truth { "true" } else { "false" }),
            Node::Name(name) => self.push(name),
            Node::Operator(op, operands) => self.operator(*op, *operands),
            Node::Call(call) => {
                self.push(&call.name);
                for (place, argument) in call.arguments.iter().enumerate() {
                    self.push(if place == 0 { "(" } else { ", " });
                    self.print(*argument, 0);
                }
                self.push(if call.arguments.is_empty() { "()" } else { ")" });
            }
        }
        if is_open {
            self.push(")");
        }
    }

    fn operator(&mut self, op: Op, [left, right]: [usize; 2]) {
        let (sign, power) = (op.sign(), op.power());
        match op {
            Op::Not => {
                self.push("not ");
                self.print(left, power);
            }
            Op::Minus => {
                self.push("-");
                self.print(left, power);
            }
            _ => {
                // of equal signs the left one comes first, and a comparison compares no comparison
                let is_comparison = power == Op::Below.power();
                self.print(left, power + u8::from(is_comparison));
                self.push(" ");
                self.push(sign);
                self.push(" ");
                self.print(right, (power + 1).min(PRIMARY));
            }
        }
    }
}
