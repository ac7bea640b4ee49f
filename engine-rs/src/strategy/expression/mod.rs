//! The language of rules: a text that says what a strategy does, checked and compiled.
//!
//! A text goes from letters (`token`) to a tree (`parse`, `tree`), is checked against the
//! kinds of its words (`check`) and becomes parts (`part`), each once in a component. A program
//! (`program`) has them in the order in which `run` makes their columns. `RULES.md` 8 has the
//! rules, `table` the words.

mod calls;
mod check;
mod compile;
mod compiled;
mod definitions;
mod fault;
mod given;
mod kernel;
mod language;
mod memory;
mod messages;
mod names;
mod op;
mod operand;
mod parse;
mod part;
mod program;
mod run;
mod scope;
mod table;
mod token;
mod tree;
mod trees;
mod window;

pub use compile::{NAMES_MAX, TEXTS_CHARACTERS_MAX};
pub(super) use compiled::Comparison;
pub use compiled::Expression;
pub use fault::Fault;
pub use given::{Given, Member, Wrong};
pub use language::Language;
pub use names::NAME_CHARACTERS_MAX;
pub use parse::{CHARACTERS_MAX, DEPTH_MAX, PARTS_MAX};
pub use part::WEIGHT_MAX;
pub use table::{COLUMNS, CONSTANTS, FUNCTIONS, Function, Name, ROOTS};
pub use window::DAYS_MAX;
