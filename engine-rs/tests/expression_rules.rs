//! No text sees a later bar, changes when it is printed, traps, or grows by its definitions.

use crate::support::expressions::{dataset, pick};
use arena_engine::internals::market::{Series, Timeframe};
use arena_engine::internals::random::Random;
use arena_engine::internals::strategy::expression::{
    COLUMNS, CONSTANTS, Expression, FUNCTIONS, Given, Member,
};
use arena_engine::internals::strategy::{Columns, Context, ParamValues, catalogue};

/// Writes random texts of a kind.
struct Writer<'r> {
    random: &'r mut Random,
    /// Nodes that may still be written.
    left: usize,
}

impl Writer<'_> {
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[pick(self.random, of.len())]
    }

    fn window(&mut self) -> String {
        self.one(&["1b", "2b", "3b", "17b", "3d", "5d", "20d", "90d", "72h"]).into()
    }

    fn number(&mut self, deep: usize) -> String {
        self.left = self.left.saturating_sub(1);
        if deep == 0 || self.left == 0 {
            let names: Vec<&str> =
                COLUMNS.iter().chain(CONSTANTS).map(|known| known.name).collect();
            return match pick(self.random, 5) {
                0 => self.one(&["0", "1", "0.5", "7%", "hold", "2e3", "1e300"]).into(),
                _ => self.one(&names).into(),
            };
        }
        match pick(self.random, 8) {
            0 | 1 => {
                let sign = self.one(&["+", "-", "*", "/"]);
                format!("({} {sign} {})", self.number(deep - 1), self.number(deep - 1))
            }
            2 => format!("-{}", self.number(0)),
            _ => self.call(deep, b'n'),
        }
    }

    fn condition(&mut self, deep: usize) -> String {
        self.left = self.left.saturating_sub(1);
        match pick(self.random, if deep == 0 { 2 } else { 6 }) {
            0 | 1 => {
                let sign = self.one(&["<", "<=", ">", ">="]);
                let deep = deep.saturating_sub(1);
                format!("{} {sign} {}", self.number(deep), self.number(deep))
            }
            2 => {
                let word = self.one(&["and", "or"]);
                format!("({} {word} {})", self.condition(deep - 1), self.condition(deep - 1))
            }
            3 => format!("not ({})", self.condition(deep - 1)),
            _ => self.call(deep, b'c'),
        }
    }

    fn call(&mut self, deep: usize, gives: u8) -> String {
        let fitting: Vec<_> =
            FUNCTIONS.iter().filter(|one| one.gives == gives || one.gives == b'a').collect();
        let function = fitting[pick(self.random, fitting.len())];
        let arguments: Vec<String> = function
            .kinds
            .bytes()
            .map(|kind| match (kind, gives) {
                (b'w', _) if function.least > 1 => "20d".into(),
                (b'w', _) => self.window(),
                (b'c', _) | (b'a', b'c') => self.condition(deep - 1),
                _ => self.number(deep - 1),
            })
            .collect();
        format!("{}({})", function.name, arguments.join(", "))
    }
}

fn levels(expression: &ParamValues, series: &Series) -> Vec<u64> {
    let context = Context { timeframe: series.clock.timeframe, capital: 3e4 };
    let levels = catalogue::EXPRESSION.levels(expression, &context, &Columns::of(series));
    levels.iter().map(|level| if level.is_nan() { 1 } else { level.to_bits() }).collect()
}

#[test]
fn no_text_sees_a_later_bar_and_printing_changes_none() {
    let mut random = Random::new(27);
    let datasets = Timeframe::ALL.map(|timeframe| dataset("ghousd", timeframe, 4));
    let (mut done, mut decided) = (0, 0);
    while done < 2_000 {
        let dataset = &datasets[usize::from(done % 10 == 0)];
        let timeframe = dataset.series.clock.timeframe;
        let mut writer = Writer { random: &mut random, left: 24 };
        let given = if done % 2 == 0 {
            vec![("target".to_owned(), writer.number(4))]
        } else {
            vec![
                ("enter".to_owned(), writer.condition(3)),
                ("exit".to_owned(), writer.condition(3)),
            ]
        };
        let given: Vec<(&str, Given<'_>)> =
            given.iter().map(|(name, text)| (name.as_str(), Given::Text(text))).collect();
        let Ok(expression) = Expression::compile(&given, &[], timeframe) else { continue };
        for (_, member) in expression.members() {
            let Member::Text(text) = member else { continue };
            assert_eq!(Expression::spelling(text, timeframe).as_ref(), Some(text));
        }
        let printed: Vec<(String, Member)> = expression.members().to_vec();
        let printed: Vec<(&str, Given<'_>)> =
            printed.iter().map(|(name, member)| (name.as_str(), member.given())).collect();
        let again = Expression::compile(&printed, &[], timeframe).expect("its own spelling");
        let (first, again) =
            (ParamValues::of_expression(expression), ParamValues::of_expression(again));
        let whole = levels(&first, &dataset.series);
        assert_eq!(levels(&again, &dataset.series), whole, "{given:?}");
        let bars = 1 + pick(&mut random, dataset.series.bars() - 1);
        let short = levels(&first, &dataset.series.first(bars));
        assert_eq!(short, whole[..short.len()], "{bars} bars: {given:?}");
        decided += usize::from(whole.iter().any(|level| *level != 1));
        done += 1;
    }
    assert!(decided > 1_000, "{decided}");
}

#[test]
fn no_text_traps() {
    let mut random = Random::new(8);
    let words = [
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "<",
        ">=",
        "and",
        "or",
        "not ",
        "hold",
        "true",
        "20d",
        "1b",
        "0.5",
        "5%",
        "1e9",
        "mean(",
        "rank(",
        "if(",
        "logYield",
        "tau",
        "a",
        " ",
        ".",
        "[",
        "\u{e9}",
        "\0",
        "kama(",
        "since(",
        "last(",
        "1e400",
        "0d",
        "36h",
        "^",
        "==",
        "\u{1f600}",
    ];
    let mut accepted = 0;
    for number in 0..20_000 {
        let count = 1 + pick(&mut random, if number % 50 == 0 { 400 } else { 12 });
        let text: String = (0..count).map(|_| words[pick(&mut random, words.len())]).collect();
        for timeframe in Timeframe::ALL {
            let given = [
                ("target", Given::Text(&text)),
                ("a", Given::Text("a1")),
                ("a1", Given::Number(2.0)),
            ];
            accepted += usize::from(Expression::compile(&given, &[], timeframe).is_ok());
        }
    }
    assert!(accepted > 10, "{accepted}");
}

#[test]
fn definitions_of_definitions_do_not_grow() {
    let names: Vec<String> = (0..16).map(|at| format!("a{at}")).collect();
    let texts: Vec<String> = (0..16).map(|at| format!("a{} + a{}", at + 1, at + 1)).collect();
    let mut given: Vec<(&str, Given<'_>)> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), Given::Text(text))).collect();
    given[15].1 = Given::Text("mean(logYield, 20d) + mean(logYield, 24b)");
    given.push(("target", Given::Text("a0")));
    let expression = Expression::compile(&given, &[], Timeframe::Daily).expect("a sum");
    assert_eq!(expression.weight(), 5 + 5 + 1 + 15);
}
