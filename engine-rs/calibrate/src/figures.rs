//! The figures of a dataset, computed from its measured candidates.

use crate::family::Family;
use crate::measured::Measured;
use crate::search::{Search, found_planted};
use crate::statistics::{any_passes, best_passes, median, share, spearman};
use arena_engine::internals::num::{max, stats};

/// Unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A count.
    Count,
    /// A share of candidates, paths or draws.
    Share,
    /// Utility per year, decimal.
    Rate,
    /// A rank correlation, or a share of a variance.
    Ratio,
}

/// A row of the table: its parts, and their numbers for each dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its name for programs.
    pub name: &'static str,
    /// Its parts, for people.
    pub label: &'static str,
    /// The unit of its numbers.
    pub unit: Unit,
    /// The numbers; `None` without candidates of the kind.
    pub values: Vec<Option<f64>>,
}

/// A name for programs, and its text for people.
type Title = (&'static str, &'static str);

fn figure((name, label): Title, unit: Unit, values: Vec<Option<f64>>) -> Figure {
    Figure { name, label, unit, values }
}

/// Numbers of trials from which the best is taken.
const TRIALS: [u16; 3] = [10, 100, 1_000];
/// Bins of the true edge, per year.
const BINS: [(f64, f64); 3] = [(0.002, 0.004), (0.004, 0.007), (0.007, f64::INFINITY)];

/// Returns the figures of a dataset: those of its candidates, and of the passive lines on fresh
/// paths.
pub(crate) fn figures(all: &[Measured], hold: &[f64], idle: &[f64]) -> Vec<Figure> {
    let those = |wanted: &dyn Fn(&Measured) -> bool| -> Vec<Measured> {
        all.iter().filter(|one| wanted(one)).cloned().collect()
    };
    let of_family = |family| those(&|one| one.family == family);
    let (dice, rules) = (of_family(Family::Dice), of_family(Family::Rule));
    let causal = those(&Measured::is_causal);
    let no_better = those(&|one| one.is_causal() && one.truth.is_no_better());
    let mut figures = lines(hold, idle).to_vec();
    figures.push(eligible(("diceEligible", "dice eligible"), &dice));
    figures.push(eligible(
        ("holdLikeEligible", "late, early and hold-like eligible"),
        &of_family(Family::HoldLike),
    ));
    figures.extend(best_of(&DICE_TITLES, &dice));
    figures.push(eligible(
        ("catalogueEligible", "random candidates of the catalogue eligible"),
        &of_family(Family::Catalogue),
    ));
    figures.push(count(
        ("notBetter", "rules and candidates truly not better than the line"),
        &no_better,
    ));
    figures.push(eligible(("notBetterEligible", "of them eligible, one try"), &no_better));
    figures.extend(best_of(&NOT_BETTER_TITLES, &no_better));
    figures.push(any_of(&no_better));
    figures.push(other_sets(&causal));
    figures.extend(searches(&no_better, &causal, &of_family(Family::Foresight)));
    figures.extend(truly_better(&rules));
    figures.extend(power(&POWER_TITLES, &causal));
    figures.push(power_of_trading(&causal));
    figures.extend(power(&FORESIGHT_TITLES, &of_family(Family::Foresight)));
    for (titles, worst) in ORDER_TITLES {
        figures.extend(order(titles, &those(&|one| one.is_serious(worst))));
    }
    figures.push(largest_share(&causal));
    figures
}

/// The two passive lines.
fn lines(hold: &[f64], idle: &[f64]) -> [Figure; 2] {
    let pairs: Vec<(f64, f64)> = hold.iter().copied().zip(idle.iter().copied()).collect();
    let means = vec![stats::mean(hold), stats::mean(idle)];
    let above = vec![share(&pairs, |(hold, idle)| hold > idle)];
    [
        figure(("lineUtility", "U(Hold) / U(idle)"), Unit::Rate, means),
        figure(("holdAboveIdle", "Hold above idle"), Unit::Share, above),
    ]
}

fn eligible(title: Title, those: &[Measured]) -> Figure {
    figure(title, Unit::Share, vec![share(those, |one| one.is_eligible(1))])
}

fn count(title: Title, those: &[Measured]) -> Figure {
    figure(title, Unit::Count, vec![Some(those.len() as f64)])
}

const DICE_TITLES: [Title; 2] = [
    ("bestDiceCounted", "best of 10 / 100 / 1,000 dice eligible, counted"),
    ("bestDiceUncounted", "the same, uncounted"),
];
const NOT_BETTER_TITLES: [Title; 2] = [
    ("bestNotBetterCounted", "best of 10 / 100 / 1,000 of them eligible, counted"),
    ("bestNotBetterUncounted", "the same, uncounted"),
];

/// The best by edge of many trials, counted and uncounted.
fn best_of(titles: &[Title; 2], those: &[Measured]) -> [Figure; 2] {
    let passing = |best_of: u16, trials: u16| {
        let judged = |one: &Measured| (one.edge, one.is_eligible(u32::from(trials)));
        best_passes(&those.iter().map(judged).collect::<Vec<_>>(), best_of)
    };
    [
        figure(titles[0], Unit::Share, TRIALS.map(|trials| passing(trials, trials)).to_vec()),
        figure(titles[1], Unit::Share, TRIALS.map(|trials| passing(trials, 1)).to_vec()),
    ]
}

/// Whether any of many trials passes, with all of them counted.
fn any_of(those: &[Measured]) -> Figure {
    let any = TRIALS.map(|trials| {
        let passing = share(those, |one| one.is_eligible(u32::from(trials)));
        passing.map(|share| any_passes(share, trials))
    });
    let title = ("anyNotBetterCounted", "any of 10 / 100 / 1,000 of them eligible, counted");
    figure(title, Unit::Share, any.to_vec())
}

/// True edge of the planted candidates, per year.
const PLANTED: (f64, f64) = (0.0065, 0.0075);

/// How often a search of 1,000 that finds luck passes, and one that finds planted skill. Each fresh
/// path stands for the official one, on which the candidates are scored.
fn searches(no_better: &[Measured], causal: &[Measured], foresight: &[Measured]) -> Vec<Figure> {
    let inside = |one: &&Measured| (PLANTED.0..PLANTED.1).contains(&one.truth.edge.edge);
    let planted: Vec<Measured> = foresight.iter().filter(inside).cloned().collect();
    let passing = |evaluated| Search { tried: 1_000, evaluated }.passes(no_better);
    let found = found_planted(Search { tried: 1_000, evaluated: 20 }, no_better, &planted);
    vec![
        figure(
            ("bestScored", "best of 1,000 of them by score passes both tests, one try"),
            Unit::Share,
            vec![passing(1)],
        ),
        figure(
            ("bestScoredOtherSets", "the same by the edge's test on other sets of 64 paths"),
            Unit::Share,
            vec![Search { tried: 1_000, evaluated: 1 }.passes_other_sets(causal)],
        ),
        figure(
            (
                "searchedByEdge",
                "any of the best 20 / 100 / 1,000 by score of 1,000 of them, counted",
            ),
            Unit::Share,
            [20, 100, 1_000].map(passing).to_vec(),
        ),
        figure(
            (
                "edgeError",
                "edge less true edge: of all of them / of the best of 1,000 by score / by edge",
            ),
            Unit::Rate,
            Search { tried: 1_000, evaluated: 1_000 }.edge_errors(no_better).to_vec(),
        ),
        count(("planted", "planted: foresight of a true edge of 0.65-0.75 %/y"), &planted),
        figure(
            ("plantedFound", "of it among the best 20 by score, with 999 that are not better"),
            Unit::Share,
            vec![found.map(|(found, _)| found)],
        ),
        figure(
            ("plantedEligible", "of it then eligible, 20 tries"),
            Unit::Share,
            vec![found.and_then(|(_, eligible)| eligible)],
        ),
    ]
}

/// How often the edge's test alone passes on other sets of paths without an edge on the rest. The
/// published sisters are one draw of such a set.
fn other_sets(causal: &[Measured]) -> Figure {
    let sets: Vec<bool> =
        causal.iter().flat_map(|one| one.truth.other_sets.0.iter().copied().flatten()).collect();
    let title = ("otherSets", "the edge's test passed on other sets of 64 paths without an edge");
    figure(title, Unit::Share, vec![share(&sets, |passed| *passed)])
}

/// Share of random rules with skill.
fn truly_better(rules: &[Measured]) -> [Figure; 2] {
    let best = rules.iter().map(|one| one.truth.edge.edge).reduce(max);
    let truly = share(rules, |one| one.truth.is_better());
    [
        figure(("rulesBetter", "random rules that truly beat the line"), Unit::Share, vec![truly]),
        figure(("bestRule", "true edge of the best rule"), Unit::Rate, vec![best]),
    ]
}

const POWER_TITLES: [Title; 3] = [
    ("powerCount", "rules and candidates of a true edge of 0.2-0.4 / 0.4-0.7 / above 0.7 %/y"),
    ("power1", "of them eligible, one try"),
    ("power100", "of them eligible, 100 tries"),
];
const FORESIGHT_TITLES: [Title; 3] = [
    ("foresightCount", "partial foresight of a true edge of 0.2-0.4 / 0.4-0.7 / above 0.7 %/y"),
    ("foresight1", "of it eligible, one try"),
    ("foresight100", "of it eligible, 100 tries"),
];

/// Detection rate of skill by its size.
fn power(titles: &[Title; 3], those: &[Measured]) -> [Figure; 3] {
    let bins = bins(those);
    let eligible = |trials| bins.iter().map(move |bin| share(bin, |one| one.is_eligible(trials)));
    let counts = bins.iter().map(|bin| Some(bin.len() as f64)).collect();
    [
        figure(titles[0], Unit::Count, counts),
        figure(titles[1], Unit::Share, eligible(1).collect()),
        figure(titles[2], Unit::Share, eligible(100).collect()),
    ]
}

/// Detection rate where skill can show: a candidate that waits throughout the official path has no
/// fill there.
fn power_of_trading(those: &[Measured]) -> Figure {
    let trading: Vec<Measured> = those.iter().filter(|one| one.fills > 0).cloned().collect();
    let eligible = bins(&trading).map(|bin| share(&bin, |one| one.is_eligible(1)));
    let title = ("powerTrading1", "of those of them that fill on the official path, one try");
    figure(title, Unit::Share, eligible.to_vec())
}

fn bins(those: &[Measured]) -> [Vec<Measured>; BINS.len()] {
    BINS.map(|(low, high)| {
        let inside = |one: &&Measured| (low..high).contains(&one.truth.edge.edge);
        those.iter().filter(inside).cloned().collect()
    })
}

/// The serious candidates and the worst true edge among them, and the narrow circle.
const ORDER_TITLES: [([Title; 2], f64); 2] = [
    (
        [
            ("serious", "serious candidates"),
            ("orderReturns", "Spearman with fresh paths: by edge / by score on the one path"),
        ],
        -0.01,
    ),
    (
        [
            ("seriousNarrow", "the same in the narrow circle"),
            ("orderReturnsNarrow", "Spearman there"),
        ],
        -0.005,
    ),
];

/// Whether the order of the verdict, and that of the single official path, persist on fresh paths.
fn order([number, title]: [Title; 2], serious: &[Measured]) -> [Figure; 2] {
    let column = |figure: fn(&Measured) -> f64| serious.iter().map(figure).collect::<Vec<f64>>();
    let truth = column(|one| one.truth.mean_utility);
    let found = [
        spearman(&column(|one| one.edge), &truth),
        spearman(&column(|one| one.official_utility), &truth),
    ];
    [count(number, serious), figure(title, Unit::Ratio, found.to_vec())]
}

fn largest_share(causal: &[Measured]) -> Figure {
    let traded = causal.iter().filter(|one| one.fills > 0);
    let shares: Vec<f64> = traded.filter_map(|one| one.largest_share).collect();
    let title = (
        "largestShareOfVariance",
        "largest share of one scenario in the variance of capitalScore, median",
    );
    figure(title, Unit::Ratio, vec![median(&shares)])
}
