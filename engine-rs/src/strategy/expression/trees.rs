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
    /// The timeframe of their windows.
    pub(super) timeframe: Timeframe,
}

impl Trees {
    /// Returns the program of the texts with the numbers of `members`; `None` if one is wrong. An open
    /// program is that for any numbers that are not windows.
    pub(super) fn program(&self, members: &[(String, Member)], is_open: bool) -> Option<Program> {
        let timeframe = self.timeframe;
        let mut scope = Scope { timeframe, names: Vec::new(), parts: Parts::default(), is_open };
        for (name, member) in members {
            scope.add(name, member.number(), false);
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
    use crate::random::Random;
    use crate::strategy::expression::{Expression, Given};
    use crate::strategy::testing::Bars;
    use crate::strategy::{Columns, Context, ParamValues, catalogue};

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
            let changed = first.with_numbers(&given).unwrap();
            let anew = compiled(&numbers);
            assert_eq!(format!("{:?}", changed.program), format!("{:?}", anew.program));
            assert_eq!(changed.members(), anew.members());
        }
    }

    #[test]
    fn a_wrong_number_or_another_text_is_compiled_anew() {
        let first = compiled(&[("open", 1.5), ("close", 0.0), ("w", 20.0), ("held", 3.0)]);
        let with = |name, given| first.with_numbers(&[(name, given)]).is_some();
        assert!(with("w", Given::Number(2.0)));
        assert!(!with("w", Given::Number(1.0)), "a window of zscore has two bars");
        assert!(!with("w", Given::Number(2.5)), "a window has whole bars");
        assert!(!with("exit", Given::Text("z < close")));
        assert!(!with("unknown", Given::Number(1.0)));
    }

    #[test]
    fn a_program_for_any_numbers_has_the_levels_of_a_new_compilation() {
        let mut random = Random::new(12);
        let yields: Vec<f64> = (0..300).map(|_| 0.08 + 0.01 * random.normal()).collect();
        let series = Bars::of_log_yields(&yields).0;
        let shared = Columns::of_sweep(&series);
        let context = Context { timeframe: Timeframe::Daily, capital: 1e5 };
        let levels = |own: Expression, columns: &Columns<'_>| {
            let own = ParamValues::of_expression(own);
            let levels = catalogue::EXPRESSION.levels(&own, &context, columns);
            levels.iter().map(|level| if level.is_nan() { 2.0 } else { *level }).collect::<Vec<_>>()
        };
        for target in [
            "k",
            "k / (k - 2)",
            "if(zscore(logYield, 5d) > k, 1, hold)",
            "if(mean(k * logYield, 3d) > k * 0.08, k / 2, hold) + mean(k, 3d)",
            "fill(rank(2 * logYield, 4d) - rank(k * logYield, 4d), k * capital / 1e6)",
            "any(k > 1, 2d) and lag(logYield * k, 1d) < logYield * 2",
        ] {
            let given = |k: f64| [("k", Given::Number(k)), ("target", Given::Text(target))];
            let of = |k: f64| Expression::compile(&given(k), &[], Timeframe::Daily).unwrap();
            let first = of(2.0);
            for k in [2.0, 0.5, 0.0, -1.0, 1.01] {
                let changed = first.with_numbers(&[("k", Given::Number(k))]).unwrap();
                assert_eq!(changed.members(), of(k).members());
                let anew = levels(of(k), &Columns::of(&series));
                assert_eq!(levels(changed, &shared), anew, "{target} {k}");
            }
        }
    }

    #[test]
    fn numbers_that_make_parts_equal_may_save_weight() {
        let target = "rank(k * tau, 3d) + rank(2 * tau, 3d) + rank(tau, 3d)";
        let given = [("k", Given::Number(2.0)), ("target", Given::Text(target))];
        let first = Expression::compile(&given, &[], Timeframe::Daily).unwrap();
        let with = |k: f64| first.with_numbers(&[("k", Given::Number(k))]);
        assert_eq!(with(2.0).unwrap().weight(), first.weight());
        assert!(with(3.0).is_none());
    }
}
