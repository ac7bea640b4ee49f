//! From words to a tree: a Pratt parser.

use super::fault::Fault;
use super::given::characters;
use super::op::Op;
use super::table::function_of;
use super::token::{Token, Word, tokens};
use super::tree::{Call, Node, Tree};
use crate::json::{EcmaNumber, cut};

/// Most characters of a text, as written and as printed.
pub const CHARACTERS_MAX: usize = 1_024;
/// Most parts of a text.
pub const PARTS_MAX: usize = 64;
/// Most brackets, calls and signs in front that are open at once.
pub const DEPTH_MAX: usize = 24;
/// Characters of a word that an error shows.
const SHOWN_MAX: usize = 40;

/// The advice between two factors.
const MISSING: &str = ": is a * missing?";

/// The units of a window, and the words that others write for them.
const UNITS: [(char, &[&str]); 3] =
    [('d', &["d", "day", "days"]), ('h', &["h", "hour", "hours"]), ('b', &["b", "bar", "bars"])];

fn is_any(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// Returns the tree of a text.
pub(super) fn parse(text: &str) -> Result<Tree, Fault> {
    // No character has more than four bytes, so a long text is not counted to its end.
    let characters = characters(text);
    if characters > CHARACTERS_MAX {
        let message = format!("has {characters} characters, may have {CHARACTERS_MAX}");
        return Err(Fault::whole(message));
    }
    let tokens = tokens(text)?;
    let end = u32::try_from(characters).unwrap_or(0) + 1;
    let mut parser =
        Parser { tokens: &tokens, end, last: [Word::End; 2], depth: 0, tree: Tree::default() };
    if tokens.len() == 1 {
        return Err(Fault::at(1, "is empty"));
    }
    parser.expression(0)?;
    let rest = parser.next();
    if rest.word == Word::End {
        return Ok(parser.tree);
    }
    let (text, advice) = (cut(rest.text, SHOWN_MAX), parser.advice(rest));
    Err(Fault::at(rest.column, format!("goes on where it must end, with {text}{advice}")))
}

struct Parser<'t> {
    /// The words that are left.
    tokens: &'t [Token<'t>],
    /// Column after the last character.
    end: u32,
    /// The word before the last one that was read, and the last one.
    last: [Word<'t>; 2],
    /// Number of open brackets, calls, `not` and minus signs.
    depth: usize,
    tree: Tree,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Token<'t> {
        self.tokens.first().copied().unwrap_or(Token {
            word: Word::End,
            text: "",
            column: self.end,
        })
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.tokens = self.tokens.get(1..).unwrap_or_default();
        self.last = [self.last[1], token.word];
        token
    }

    /// Returns how to write what a word may have meant that has just been read where none can be.
    #[cold]
    fn advice(&self, token: Token<'_>) -> String {
        match (self.last[0], token.word) {
            (_, Word::Name(name)) if is_any(name, &["and", "or"]) => {
                format!(": write {}", name.to_ascii_lowercase())
            }
            (Word::Name(name), _) if is_any(name, &["not"]) => ": write not".into(),
            (Word::Number(amount), Word::Name(name)) => {
                let unit = UNITS.iter().find(|(_, words)| is_any(name, words));
                unit.map_or(MISSING.into(), |(unit, _)| {
                    format!(": write {}{unit}", EcmaNumber(amount))
                })
            }
            (Word::Number(_) | Word::Close, Word::Name(_) | Word::Number(_) | Word::Open) => {
                MISSING.into()
            }
            _ => String::new(),
        }
    }

    fn node(&mut self, node: Node, column: u32) -> Result<usize, Fault> {
        if self.tree.nodes.len() == PARTS_MAX {
            let message = format!("has more than {PARTS_MAX} parts: give some of them a name");
            return Err(Fault::at(column, message));
        }
        self.tree.nodes.push(node);
        self.tree.columns.push(column);
        Ok(self.tree.root())
    }

    fn open(&mut self, column: u32) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(Fault::at(column, format!("is nested more than {DEPTH_MAX} deep")));
        }
        Ok(())
    }

    /// Reads what binds at least as strongly as `least`.
    fn expression(&mut self, least: u8) -> Result<usize, Fault> {
        let mut left = self.operand(least)?;
        let mut has_compared = false;
        loop {
            let Token { word: Word::Operator(op), column, .. } = self.peek() else {
                return Ok(left);
            };
            let power = op.power();
            if op == Op::Not || power < least {
                return Ok(left);
            }
            let is_comparison = power == Op::Below.power();
            if is_comparison && has_compared {
                return Err(Fault::at(column, "compares a comparison: join two with and"));
            }
            has_compared = is_comparison;
            self.next();
            let right = self.expression(power + 1)?;
            left = self.node(Node::Operator(op, [left, right]), column)?;
        }
    }

    /// Reads what stands before an operator.
    fn operand(&mut self, least: u8) -> Result<usize, Fault> {
        let token = self.next();
        let column = token.column;
        match token.word {
            Word::Number(number) => self.node(Node::Number(number), column),
            Word::Window(amount, unit) => self.node(Node::Window(amount, unit), column),
            Word::Operator(Op::Not) if least <= Op::Not.power() => self.sign(Op::Not, column),
            Word::Operator(Op::Subtract) => self.sign(Op::Minus, column),
            Word::Open => {
                self.open(column)?;
                let inner = self.expression(0)?;
                self.close(column)?;
                Ok(inner)
            }
            Word::Name(name) if self.peek().word == Word::Open => self.call(name, column),
            Word::Name(name) => {
                let node = match name {
                    "hold" => Node::Hold,
                    "true" => Node::Truth(true),
                    "false" => Node::Truth(false),
                    name => Node::Name(name.into()),
                };
                self.node(node, column)
            }
            Word::End => {
                let message = "ends where a number, a name or a bracket must follow";
                Err(Fault::at(self.end, message))
            }
            Word::Operator(_) | Word::Close | Word::Comma => {
                let text = token.text;
                let message =
                    format!("{text} stands where a number, a name or a bracket must follow");
                Err(Fault::at(column, message))
            }
        }
    }

    fn sign(&mut self, op: Op, column: u32) -> Result<usize, Fault> {
        self.open(column)?;
        let operand = self.expression(op.power())?;
        self.depth -= 1;
        self.node(Node::Operator(op, [operand, operand]), column)
    }

    fn call(&mut self, name: &str, column: u32) -> Result<usize, Fault> {
        self.open(column)?;
        let bracket = self.next().column;
        let mut arguments = Vec::new();
        if self.peek().word == Word::Close {
            self.close(bracket)?;
        } else {
            loop {
                arguments.push(self.expression(0)?);
                if self.peek().word != Word::Comma {
                    break;
                }
                self.next();
            }
            self.close(bracket)?;
        }
        let function = function_of(name);
        self.node(Node::Call(Call { name: name.into(), function, arguments }), column)
    }

    /// Reads the end of the bracket at a column.
    fn close(&mut self, bracket: u32) -> Result<(), Fault> {
        self.depth -= 1;
        let token = self.next();
        let message = format!("the bracket of column {bracket} is not closed");
        match token.word {
            Word::Close => Ok(()),
            Word::End => Err(Fault::at(self.end, message)),
            _ => {
                let (text, advice) = (cut(token.text, SHOWN_MAX), self.advice(token));
                Err(Fault::at(token.column, format!("{message} before {text}{advice}")))
            }
        }
    }
}
