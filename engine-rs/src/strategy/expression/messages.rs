//! Error messages that are longer than a line.

use super::op::Op;
use super::scope::{Scope, Value};
use super::table::{
    COLUMNS, CONSTANTS, FUNCTIONS, Function, WORDS, function_of, is_root, name_of, near, nearest,
    translated,
};
use super::token::Unit;
use super::tree::{Call, Node, Tree};
use super::window::spelled;
use crate::json::{EcmaNumber, cut};
use crate::market::Timeframe;

/// A window, for who gave none.
pub(super) const WINDOW: &str = "a window, such as 20d (days) or 20b (bars)";
/// How a window becomes a number.
const AS_NUMBER: &str = "days(window) or bars(window) makes a number of it";
/// Characters of a name that a message shows.
const SHOWN_MAX: usize = 40;

/// Returns the message of a value of the wrong kind.
#[cold]
pub(super) fn needs(of: &str, wanted: &str, value: Value) -> String {
    let given = value.kind();
    let advice = match value {
        Value::Window(..) => format!(": {AS_NUMBER}"),
        _ => String::new(),
    };
    format!("{of} needs {wanted}, has {given}{advice}")
}

/// Returns the message of a window beside an operator.
#[cold]
pub(super) fn window_operand(
    op: Op,
    (amount, unit): (f64, Unit),
    (tree, other): (&Tree, usize),
    timeframe: Timeframe,
) -> String {
    let in_days = match tree.nodes.get(other) {
        Some(Node::Name(name)) if name == "daysToExpiry" => Some("daysToExpiry"),
        Some(Node::Call(call)) if call.name == "since" => Some("since"),
        _ => None,
    };
    let advice = match in_days {
        Some(name) => {
            let days = match unit {
                Unit::Days => amount,
                Unit::Hours => amount / 24.0,
                Unit::Bars => amount / timeframe.bars_per_day() as f64,
            };
            format!("{name} is in days, {}", EcmaNumber(days))
        }
        None => AS_NUMBER.into(),
    };
    format!("{} needs a number, has a window: {advice}", op.sign())
}

/// Returns the message of an extreme of a window under the name of that of two numbers.
#[cold]
pub(super) fn extreme(
    function: &Function,
    call: &Call,
    (tree, node): (&Tree, usize),
    scope: &Scope,
) -> String {
    let (word, other) =
        if function.op == Op::Max { ("largest", "highest") } else { ("smallest", "lowest") };
    let first = call.arguments.iter().find(|argument| **argument != node);
    let shown = first.map_or(String::new(), |node| tree.spelling_of(*node, scope.timeframe));
    let window = match tree.nodes.get(node) {
        Some(Node::Window(amount, unit)) => spelled(*amount, *unit, scope.timeframe),
        Some(Node::Number(days)) => spelled(*days, Unit::Days, scope.timeframe),
        _ => tree.spelling_of(node, scope.timeframe),
    };
    let (name, shown) = (function.name, cut(&shown, SHOWN_MAX));
    format!("{name} is of numbers: the {word} of a window is {other}({shown}, {window})")
}

fn text_of(tree: &Tree, node: usize) -> &str {
    match tree.nodes.get(node) {
        Some(Node::Name(name)) => name,
        _ => "this",
    }
}

/// Returns the message of a number that is a window elsewhere.
#[cold]
pub(super) fn window_elsewhere(tree: &Tree, node: usize) -> String {
    let name = text_of(tree, node);
    format!("{name} is a window elsewhere: days({name}) or bars({name}) is its number")
}

/// Returns the message of a window that is a number elsewhere.
#[cold]
pub(super) fn number_elsewhere(tree: &Tree, node: usize) -> String {
    format!("{} is a number elsewhere, cannot be a window too", text_of(tree, node))
}

/// Returns the name as it is, or a function with its arguments.
fn shown(name: &str) -> String {
    function_of(name).map_or_else(|| name.into(), Function::signature)
}

/// Returns the message of an unknown name.
#[cold]
pub(super) fn no_name(name: &str, scope: &Scope) -> String {
    let short = cut(name, SHOWN_MAX);
    if is_root(name) {
        return format!("{name} is no name: give what both read a name of its own");
    }
    if function_of(name).is_some() {
        return format!("{name} is a function: {}", shown(name));
    }
    if let Some(here) = translated(name) {
        return format!("there is no {name}, it is {} here", shown(here));
    }
    let mut known: Vec<&str> = scope.names.iter().map(|named| named.name.as_str()).collect();
    known.extend(COLUMNS.iter().chain(CONSTANTS).map(|known| known.name));
    match nearest(short, &known) {
        Some(nearest) => format!("there is no {short}, the nearest is {nearest}"),
        None => format!("there is no {short}, give it a number or a text of this name"),
    }
}

/// Returns the message of an unknown function.
#[cold]
pub(super) fn no_function(name: &str, scope: &Scope) -> String {
    let is_word = WORDS.contains(&name);
    if is_word || name_of(name).is_some() || scope.value(name).is_some() {
        return format!("{name} is no function; the bar before is lag({name}, 1b)");
    }
    let short = cut(name, SHOWN_MAX);
    if let Some(here) = translated(name) {
        return format!("there is no function {short}, it is {} here", shown(here));
    }
    if let Some(here) = near(name) {
        return format!("there is no function {short}, the nearest is {}", shown(here));
    }
    let known: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
    match nearest(short, &known) {
        Some(here) => format!("there is no function {short}, the nearest is {}", shown(here)),
        None => format!("there is no function {short}"),
    }
}

/// Returns the message of a wrong number of arguments.
#[cold]
pub(super) fn arity(function: &Function, call: &Call, tree: &Tree) -> String {
    let (name, signature) = (function.name, function.signature());
    let (takes, has) = (function.kinds.len(), call.arguments.len());
    let is_window = |node: &usize| matches!(tree.nodes.get(*node), Some(Node::Window(..)));
    let lacks_window =
        function.kinds.contains('w') && has < takes && !call.arguments.iter().any(is_window);
    if lacks_window {
        return format!("{name} needs {WINDOW}: {signature}");
    }
    format!("{name} takes {takes}, has {has}: {signature}")
}
