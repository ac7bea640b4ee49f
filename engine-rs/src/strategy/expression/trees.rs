//! The texts of a component as trees, to compile them again with other numbers.

use super::check::{Wanted, check};
use super::given::Member;
use super::part::{Parts, WEIGHT_MAX};
use super::program::Program;
use super::scope::Scope;
use super::table::is_root;
use super::tree::Tree;
use crate::market::Timeframe;

/// The correct texts of a component.
#[derive(Debug)]
pub(super) struct Trees {
    /// Their names: first those of the target.
    pub(super) names: Vec<String>,
    pub(super) texts: Vec<Tree>,
    /// The places of the texts, each after those that it uses.
    pub(super) order: Vec<usize>,
}

impl Trees {
    /// Returns the program of the texts with the numbers of `members`; `None` if one is wrong.
    pub(super) fn program(
        &self,
        members: &[(String, Member)],
        timeframe: Timeframe,
    ) -> Option<Program> {
        let mut scope = Scope { timeframe, names: Vec::new(), parts: Parts::default() };
        for (name, member) in members.iter().filter(|(name, _)| !is_root(name)) {
            let number = match member {
                Member::Number(number, _) => Some(*number),
                Member::Text(_) => None,
            };
            scope.add(name, number, false);
        }
        let mut roots = [None; 3];
        for at in &self.order {
            let name = self.names[*at].as_str();
            let value = check(&self.texts[*at], (name, Wanted::of(name)), &mut scope).ok()?;
            scope.set(name, value);
            if is_root(name) {
                roots[*at] = value.part();
            }
        }
        let is_wrong = scope.names.iter().any(|named| named.fault.is_some());
        if is_wrong || scope.parts.weight() > WEIGHT_MAX {
            return None;
        }
        let roots: Vec<u32> = roots.into_iter().flatten().collect();
        Some(Program::new(scope.parts, &roots))
    }
}

#[cfg(test)]
mod tests {
    use crate::market::Timeframe;
    use crate::strategy::expression::{Expression, Given};

    const TEXTS: [(&str, Given<'static>); 3] = [
        ("enter", Given::Text("z >= open and lag(z, held) > 2 * open")),
        ("exit", Given::Text("z <= close")),
        ("z", Given::Text("zscore(logYield, w)")),
    ];

    fn compiled(numbers: &[(&'static str, f64)]) -> Expression {
        let numbers = numbers.iter().map(|(name, number)| (*name, Given::Number(*number)));
        let given: Vec<(&str, Given<'_>)> = TEXTS.into_iter().chain(numbers).collect();
        Expression::compile(&given, &[], Timeframe::Daily).unwrap()
    }

    #[test]
    fn other_numbers_give_the_program_of_a_new_compilation() {
        let first = compiled(&[("open", 1.5), ("close", 0.0), ("w", 20.0), ("held", 3.0)]);
        // equal numbers are one part, so the parts are others
        for (open, close, w, held) in [(0.5, 0.5, 30.0, 3.0), (0.0, 0.0, 2.0, 0.0)] {
            let numbers = [("open", open), ("close", close), ("w", w), ("held", held)];
            let given = numbers.map(|(name, number)| (name, Given::Number(number)));
            let changed = first.with_numbers(&given, Timeframe::Daily).unwrap();
            let anew = compiled(&numbers);
            assert_eq!(format!("{:?}", changed.program), format!("{:?}", anew.program));
            assert_eq!(changed.members(), anew.members());
        }
    }

    #[test]
    fn a_wrong_number_or_another_text_is_compiled_anew() {
        let first = compiled(&[("open", 1.5), ("close", 0.0), ("w", 20.0), ("held", 3.0)]);
        let with = |name, given| first.with_numbers(&[(name, given)], Timeframe::Daily).is_some();
        assert!(with("w", Given::Number(2.0)));
        assert!(!with("w", Given::Number(1.0)), "a window of zscore has two bars");
        assert!(!with("w", Given::Number(2.5)), "a window has whole bars");
        assert!(!with("exit", Given::Text("z < close")));
        assert!(!with("unknown", Given::Number(1.0)));
    }
}
