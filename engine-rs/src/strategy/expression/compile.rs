//! From the parameters of a component to its program, or to all that is wrong with them.

use super::check::{Wanted, check};
use super::definitions::{circle, uses};
use super::fault::Fault;
use super::given::{Given, Member, Wrong, characters, find};
use super::names::{UNUSED, fault_of_name, is_name};
use super::parse::{CHARACTERS_MAX, parse};
use super::part::{Parts, WEIGHT_MAX};
use super::program::Program;
use super::scope::{Named, Role, Scope, Value};
use super::table::{ROOTS, is_root, name_of};
use super::tree::Tree;
use super::trees::Trees;
use crate::market::Timeframe;

/// Most names of a component, besides `target`, `enter` and `exit`.
pub const NAMES_MAX: usize = 16;
/// Most characters of the texts of a component together.
pub const TEXTS_CHARACTERS_MAX: usize = 2_048;

/// The parameters by name, each text in its one spelling; the program; the trees of the texts.
pub(super) type Compiled = (Vec<(String, Member)>, Program, Trees);

/// A text of a component.
struct Text<'g> {
    name: &'g str,
    given: &'g str,
    is_shared: bool,
    tree: Option<Tree>,
    /// The canonical spelling; empty until the text is checked.
    spelling: String,
}

impl Text<'_> {
    /// Returns the names that it reads; none if it is wrong.
    fn names(&self) -> Vec<&str> {
        self.tree.as_ref().map(Tree::names).unwrap_or_default()
    }
}

struct Compiler<'g> {
    shared: &'g [(&'g str, Given<'g>)],
    texts: Vec<Text<'g>>,
    scope: Scope,
    wrong: Vec<Wrong>,
    /// The texts in the order in which they were checked.
    order: Vec<usize>,
}

/// Compiles the parameters of a component.
pub(super) fn compile<'g>(
    own: &'g [(&'g str, Given<'g>)],
    shared: &'g [(&'g str, Given<'g>)],
    timeframe: Timeframe,
) -> Result<Compiled, Vec<Wrong>> {
    let names = own.iter().filter(|(name, _)| !is_root(name)).count();
    if names > NAMES_MAX {
        return Err(vec![too_many(names)]);
    }
    let scope = Scope { timeframe, names: Vec::new(), parts: Parts::default(), is_open: false };
    let mut compiler = Compiler { shared, scope, texts: vec![], wrong: vec![], order: vec![] };
    compiler.take(own);
    compiler.check_roots(own);
    compiler.take_shared();
    compiler.check_limits(own.len());
    let checked = compiler.check_texts();
    compiler.check_use();
    compiler.finish(&checked)
}

fn too_many(names: usize) -> Wrong {
    Wrong::of_component(format!("has {names} own names, may have {NAMES_MAX}"))
}

/// Adds a parameter at the place of its name.
#[inline(never)]
fn put(members: &mut Vec<(String, Member)>, name: &str, member: Member) {
    let place = members.partition_point(|(other, _)| other.as_str() < name);
    members.insert(place, (name.into(), member));
}

impl<'g> Compiler<'g> {
    #[cold]
    #[inline(never)]
    fn wrong(&mut self, name: &str, is_shared: bool, fault: Fault) {
        self.wrong.push(Wrong { name: Some(name.into()), is_shared, fault });
    }

    /// Takes the component's own parameters: `target`, `enter`, `exit`, then the others by name.
    fn take(&mut self, own: &'g [(&'g str, Given<'g>)]) {
        let mut others: Vec<&'g (&'g str, Given<'g>)> = Vec::new();
        for member in own.iter().filter(|(name, _)| !is_root(name)) {
            let place = others.partition_point(|(name, _)| *name < member.0);
            others.insert(place, member);
        }
        for root in ROOTS {
            match find(own, root) {
                Some((_, Given::Text(text))) => self.text(root, text, false),
                Some(_) => self.wrong(root, false, Fault::whole("must be a text")),
                None => {}
            }
        }
        for (name, given) in others {
            match fault_of_name(name) {
                Some(message) => {
                    self.scope.names.push(Named::new(name, false));
                    self.wrong(name, false, Fault::whole(message));
                }
                None => self.name(name, given, false),
            }
        }
    }

    fn name(&mut self, name: &'g str, given: &Given<'g>, is_shared: bool) {
        let number = match given {
            Given::Number(number) => Some(*number),
            _ => None,
        };
        self.scope.add(name, number, is_shared);
        match given {
            Given::Number(_) => {}
            Given::Text(text) => self.text(name, text, is_shared),
            Given::Other => self.wrong(name, is_shared, Fault::whole("must be a number or a text")),
        }
    }

    fn text(&mut self, name: &'g str, given: &'g str, is_shared: bool) {
        let tree = match parse(given) {
            Ok(tree) => Some(tree),
            Err(fault) => {
                self.wrong(name, is_shared, fault);
                None
            }
        };
        self.texts.push(Text { name, given, is_shared, tree, spelling: String::new() });
    }

    fn check_roots(&mut self, own: &[(&str, Given<'_>)]) {
        let has = |root: &str| find(own, root).is_some();
        let (target, enter, exit) = (has("target"), has("enter"), has("exit"));
        if target == (enter || exit) || enter != exit {
            self.wrong.push(Wrong::of_component("needs target, or enter and exit".into()));
        }
    }

    /// Takes the candidate's names that the texts use and the component does not give.
    fn take_shared(&mut self) {
        let mut at = 0;
        while let Some(text) = self.texts.get(at) {
            let is_missing = |name: &&str| {
                self.scope.value(name).is_none() && name_of(name).is_none() && is_name(name)
            };
            let found = text
                .names()
                .into_iter()
                .filter(is_missing)
                .find_map(|name| find(self.shared, name).filter(|_| !is_root(name)));
            match found {
                Some((name, given)) if self.scope.names.len() <= NAMES_MAX => {
                    self.name(name, given, true);
                }
                _ => at += 1,
            }
        }
    }

    fn check_limits(&mut self, own: usize) {
        let names = self.scope.names.len();
        if names > NAMES_MAX && own <= NAMES_MAX + ROOTS.len() {
            self.wrong.push(too_many(names));
        }
        let count: usize = self.texts.iter().map(|text| characters(text.given)).sum();
        if count > TEXTS_CHARACTERS_MAX {
            let most = TEXTS_CHARACTERS_MAX;
            let message = format!("its texts have {count} characters together, may have {most}");
            self.wrong.push(Wrong::of_component(message));
        }
    }

    /// Checks every text after those that it uses, and returns what the texts stand for.
    fn check_texts(&mut self) -> Vec<Option<Value>> {
        let names: Vec<&str> = self.texts.iter().map(|text| text.name).collect();
        let uses = uses(&names, |at| self.texts[at].names());
        let mut values = vec![None; self.texts.len()];
        let mut seen = vec![false; self.texts.len()];
        for (at, seen) in seen.iter_mut().enumerate() {
            if let Some(circle) = circle(&uses, at) {
                let path: Vec<&str> = circle.iter().map(|at| names[*at]).collect();
                let message = format!("is defined by itself: {}", path.join(", "));
                let (name, is_shared) = (self.texts[at].name, self.texts[at].is_shared);
                self.wrong(name, is_shared, Fault::whole(message));
                *seen = true;
            }
        }
        // Each text waits on the trail for those that it uses.
        let mut trail: Vec<usize> = (0..self.texts.len()).rev().collect();
        while let Some(at) = trail.last().copied() {
            let next = uses[at].iter().copied().find(|used| !seen[*used] && *used != at);
            if let Some(next) = next.filter(|_| !seen[at]) {
                trail.push(next);
                continue;
            }
            trail.pop();
            if !seen[at] {
                seen[at] = true;
                values[at] = self.check_text(at);
                self.order.push(at);
            }
        }
        self.report_numbers();
        values
    }

    fn check_text(&mut self, at: usize) -> Option<Value> {
        let Text { name, is_shared, tree, .. } = &self.texts[at];
        let (name, is_shared) = (*name, *is_shared);
        let tree = tree.as_ref()?;
        match check(tree, (name, Wanted::of(name)), &mut self.scope) {
            Ok(value) => {
                let timeframe = self.scope.timeframe;
                let spelling = tree.spelling(timeframe);
                let count = characters(&spelling);
                if count > CHARACTERS_MAX {
                    let message =
                        format!("has {count} characters as printed, may have {CHARACTERS_MAX}");
                    self.wrong(name, is_shared, Fault::whole(message));
                    return None;
                }
                self.scope.set(name, value);
                self.texts[at].spelling = spelling;
                Some(value)
            }
            Err(fault) => {
                if let Some(fault) = fault {
                    self.wrong(name, is_shared, fault);
                }
                None
            }
        }
    }

    /// Reports the numbers that are wrong as windows.
    fn report_numbers(&mut self) {
        let mut faults = Vec::new();
        for named in &mut self.scope.names {
            let fault = named.fault.take();
            faults.extend(fault.map(|message| (named.name.clone(), named.is_shared, message)));
        }
        for (name, is_shared, message) in faults {
            self.wrong(&name, is_shared, Fault::whole(message));
        }
    }

    /// Reports names that no text uses, if all texts could be read.
    fn check_use(&mut self) {
        if self.texts.iter().any(|text| text.tree.is_none()) {
            return;
        }
        let read: Vec<Vec<&str>> = self.texts.iter().map(Text::names).collect();
        let is_read = |name: &str| read.iter().any(|names| names.contains(&name));
        let mut unused: Vec<String> =
            self.scope.names.iter().map(|named| named.name.clone()).collect();
        unused.retain(|name| !is_read(name) && !self.has_wrong(name));
        for name in unused {
            self.wrong(&name, false, Fault::whole(UNUSED));
        }
    }

    fn has_wrong(&self, name: &str) -> bool {
        self.wrong.iter().any(|wrong| wrong.name.as_deref() == Some(name))
    }

    fn finish(mut self, values: &[Option<Value>]) -> Result<Compiled, Vec<Wrong>> {
        let texts = values.iter().zip(&self.texts).filter(|(_, text)| is_root(text.name));
        let roots: Vec<u32> = texts.filter_map(|(value, _)| value.and_then(Value::part)).collect();
        let weight = self.scope.parts.weight();
        if self.wrong.is_empty() && weight > WEIGHT_MAX {
            let heaviest = self.scope.parts.heaviest();
            let message = format!("weighs {weight}, may weigh {WEIGHT_MAX}: {heaviest}");
            self.wrong.push(Wrong::of_component(message));
        }
        if !self.wrong.is_empty() || roots.is_empty() {
            return Err(self.wrong);
        }
        let mut members: Vec<(String, Member)> = Vec::new();
        for named in self.scope.names.iter().filter(|named| named.is_number) {
            let is_window = named.role == Role::Window;
            put(&mut members, &named.name, Member::Number(named.number, is_window));
        }
        for text in &mut self.texts {
            put(&mut members, text.name, Member::Text(core::mem::take(&mut text.spelling)));
        }
        let names = self.texts.iter().map(|text| text.name.to_owned()).collect();
        let texts = self.texts.into_iter().filter_map(|text| text.tree).collect();
        let (order, timeframe) = (self.order, self.scope.timeframe);
        let trees = Trees { names, texts, order, timeframe };
        Ok((members, Program::new(self.scope.parts, &roots), trees))
    }
}
