//! Ranks of seasons against the boards of an independent implementation, `tests/golden/season.json`.

use crate::support::{golden_folder, number};
use arena_engine::internals::json::{Json, parse};
use arena_engine::internals::season::{Line, Ranks};
use std::fs;

const TOLERANCE: f64 = 1e-12;

/// A board of the vectors: rows by number, then Hold and idle.
struct Board<'a> {
    json: &'a Json<'a>,
    numbers: Vec<f64>,
    utilities: Vec<f64>,
    paths: usize,
}

fn items<'a>(json: &'a Json<'a>, name: &str) -> &'a [Json<'a>] {
    let Some(Json::Array(items)) = json.get(name) else { panic!("{name} is no list") };
    items
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
fn count(json: &Json, name: &str) -> usize {
    figure(json, name) as usize
}

fn figure(json: &Json<'_>, name: &str) -> f64 {
    number(json.get(name).unwrap_or_else(|| panic!("{name} is missing")))
}

impl<'a> Board<'a> {
    fn of(json: &'a Json<'a>) -> Self {
        let mut entries: Vec<&Json<'_>> = items(json, "entries").iter().collect();
        entries.sort_by(|one, other| figure(one, "number").total_cmp(&figure(other, "number")));
        let numbers = entries.iter().map(|entry| figure(entry, "number")).collect();
        let own = entries.iter().flat_map(|entry| items(entry, "utility"));
        let lines = items(json, "hold").iter().chain(items(json, "idle"));
        let utilities = own.chain(lines).map(number).collect();
        Self { json, numbers, utilities, paths: count(json, "paths") }
    }

    fn ranks(&self) -> Ranks {
        Ranks::of(&self.utilities, self.paths).expect("a board has two lines")
    }

    /// Returns the index of a row that the vectors name by its number or its line.
    fn at(&self, name: &Json<'_>) -> usize {
        match name.text() {
            Some("hold") => self.numbers.len(),
            Some("idle") => self.numbers.len() + 1,
            _ => self.numbers.iter().position(|of| *of == number(name)).expect("an entry"),
        }
    }

    fn row(&self, at: usize) -> &[f64] {
        &self.utilities[at * self.paths..(at + 1) * self.paths]
    }
}

fn assert_near(found: f64, wanted: f64, name: &str) {
    let size = if wanted.abs() > 1e-3 { wanted.abs() } else { 1e-3 };
    assert!((found - wanted).abs() <= TOLERANCE * size, "{name} is {found}, must be {wanted}");
}

fn with_vectors(check: impl Fn(&Json<'_>)) {
    let bytes = fs::read(golden_folder().join("season.json")).expect("season.json");
    check(&parse(&bytes).expect("the vectors are JSON"));
}

#[test]
fn boards_are_those_of_an_independent_implementation() {
    with_vectors(|vectors| {
        for json in items(vectors, "boards") {
            let board = Board::of(json);
            let (found, want) = (board.ranks(), board.json.get("want").unwrap());
            let name = json.get("name").and_then(Json::text).unwrap();
            assert_eq!(found.kept as f64, figure(want, "kept"), "{name}");
            match (found.bar, want.get("bar")) {
                (Some([level, t]), Some(Json::Number(bar))) => {
                    assert_near(t, *bar, name);
                    assert_near(level, figure(want, "level"), name);
                }
                (bar, wanted) => assert!(bar.is_none() && matches!(wanted, Some(Json::Null))),
            }
            let line = if found.line == Line::Hold { "hold" } else { "idle" };
            assert_eq!(Some(line), want.get("line").and_then(Json::text), "{name}");
            let order: Vec<usize> = items(want, "order").iter().map(|row| board.at(row)).collect();
            assert_eq!(found.order, order, "{name}");
            for wanted in items(want, "rows") {
                let at = board.at(wanted.get("row").unwrap());
                let (row, label) = (&found.rows[at], format!("{name}, row {at}"));
                for (figure_name, figure_found) in [
                    ("mean", row.mean),
                    ("edge", row.edge),
                    ("edgeStandardError", row.edge_standard_error),
                    ("score", row.score),
                ] {
                    assert_near(
                        figure_found,
                        figure(wanted, figure_name),
                        &format!("{label} {figure_name}"),
                    );
                }
                assert_eq!(row.rank as f64, figure(wanted, "rank"), "{label}");
                let interval: Vec<f64> = items(wanted, "rankInterval").iter().map(number).collect();
                assert_eq!(row.interval.map(|place| place as f64).to_vec(), interval, "{label}");
                let is = |name: &str| matches!(wanted.get(name), Some(Json::Boolean(true)));
                assert_eq!(
                    (row.beats_lines, row.is_leader),
                    (is("beatsLines"), is("leader")),
                    "{label}"
                );
                let other = |name: &str| match wanted.get(name) {
                    None | Some(Json::Null) => None,
                    Some(other) => Some(board.at(other)),
                };
                assert_eq!((row.same_as, row.like), (other("sameAs"), other("like")), "{label}");
            }
        }
    });
}

/// A board of two rows says whether one is told apart above the other, but with another bar, so the
/// pairs are counted on the whole board.
#[test]
fn the_interval_counts_the_pairs_that_are_told_apart() {
    with_vectors(|vectors| {
        for json in items(vectors, "boards") {
            let board = Board::of(json);
            let Some(Json::Array(pairs)) = board.json.get("want").unwrap().get("toldApart") else {
                continue;
            };
            let found = board.ranks();
            let pairs: Vec<[usize; 2]> = pairs
                .iter()
                .map(|pair| {
                    let Json::Array(pair) = pair else { panic!("a pair is a list") };
                    [board.at(&pair[0]), board.at(&pair[1])]
                })
                .collect();
            for (at, row) in found.rows.iter().enumerate().filter(|(_, row)| row.same_as.is_none())
            {
                let above = pairs.iter().filter(|[_, below]| *below == at).count();
                let below = pairs.iter().filter(|[above, _]| *above == at).count();
                assert_eq!(row.interval, [1 + above, found.kept - below], "row {at}");
                assert_eq!(board.row(at).len(), board.paths);
            }
            // Told apart is transitive.
            for [a, b] in &pairs {
                for [c, d] in &pairs {
                    assert!(b != c || pairs.contains(&[*a, *d]), "{a} {b} {d}");
                }
            }
        }
    });
}

#[test]
fn the_bar_is_that_of_an_independent_implementation() {
    with_vectors(|vectors| {
        for wanted in items(vectors, "bars") {
            let (rows, paths) = (count(wanted, "rows"), count(wanted, "paths"));
            if rows > 200 {
                continue;
            }
            // Rows that differ by more than a fold.
            let utilities: Vec<f64> = (0..rows * paths).map(|at| (at / paths) as f64).collect();
            let [level, t] = Ranks::of(&utilities, paths).unwrap().bar.unwrap();
            assert_near(level, figure(wanted, "level"), "level");
            assert_near(t, figure(wanted, "bar"), "bar");
        }
    });
}

#[test]
fn a_board_without_lines_has_no_ranks() {
    assert_eq!(Ranks::of(&[], 16), None);
    assert_eq!(Ranks::of(&[0.1; 16], 16), None);
    assert_eq!(Ranks::of(&[0.1; 33], 16), None);
    assert_eq!(Ranks::of(&[0.1; 2], 1), None);
    assert_eq!(Ranks::of(&[0.1; 32], 16).unwrap().kept, 1);
}
