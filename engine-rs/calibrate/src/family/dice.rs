//! Dice: in or out of PT at random, for a number of days at a time.
//!
//! Half of them throw the same on every path, like a fixed calendar; the others throw anew on each
//! path, so that their blind twin differs from themselves.

use super::{path_number, spec};
use crate::draw::{Draw, to_index};
use arena_engine::internals::simulation::PlannedComponent;
use arena_engine::internals::strategy::{Bars, CatalogueEntry, ParamSpec, ParamValues, Rule};

static DICE: CatalogueEntry = CatalogueEntry {
    spec: spec(
        "calibration-dice",
        "In or out of PT by a throw.",
        &[
            ParamSpec::integer(("seed", "Seed"), 0, (0, i32::MAX), "", "what is thrown"),
            ParamSpec::number(
                ("share", "Share"),
                0.5,
                (0.1, 0.97),
                "fraction",
                "of the throws that are in",
            ),
            ParamSpec::number(
                ("holdDays", "Hold for"),
                10.0,
                (3.0, 60.0),
                "days",
                "from throw to throw",
            ),
            ParamSpec::number(("level", "Level"), 1.0, (0.25, 1.0), "fraction", "position when in"),
            ParamSpec::integer(("anew", "Anew"), 0, (0, 1), "", "1: other throws on each path"),
        ],
    ),
    rule,
};

/// Returns random dice.
pub(super) fn component(draw: &mut Draw) -> PlannedComponent {
    let level = if draw.happens(0.5) { 1.0 } else { draw.between(0.25, 1.0) };
    let anew = if draw.happens(0.5) { 1.0 } else { 0.0 };
    let (share, hold_days) = (draw.between(0.1, 0.97), draw.log_between(3.0, 60.0));
    super::component(&DICE, &[draw.seed(), share, hold_days, level, anew])
}

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let path = if params.number("anew") > 0.0 { path_number(bars.series()) } else { 0 };
    let mut draw = Draw::of(path, 0, to_index(params.number("seed")) as u64);
    let (share, level) = (params.number("share"), params.number("level"));
    let hold = super::bars(params.number("holdDays"), bars.per_day());
    let mut next = draw.index(hold);
    let mut target = if draw.happens(share) { level } else { 0.0 };
    let levels = (0..bars.count()).map(|at| {
        if at >= next {
            next += hold;
            target = if draw.happens(share) { level } else { 0.0 };
        }
        target
    });
    Rule::Levels(levels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_engine::internals::market::Series;
    use arena_engine::internals::strategy::{Columns, Context};
    use arena_engine::{Dataset, Timeframe};

    fn column(numbers: &[f64], series: &Series) -> Vec<f64> {
        let planned = component_of(numbers);
        let context = Context { timeframe: Timeframe::Daily, capital: 1.0 };
        let targets = DICE.targets(&planned.params, &context, &Columns::of(series));
        targets.column(series.bars())
    }

    fn component_of(numbers: &[f64]) -> PlannedComponent {
        super::super::component(&DICE, numbers)
    }

    #[test]
    fn dice_are_in_for_their_share_of_the_time_at_their_level() {
        let series = Dataset::generate("susde", Timeframe::Daily, 5).unwrap().series;
        let mut days = 0.0;
        for seed in 0..200 {
            days += column(&[f64::from(seed), 0.3, 3.0, 0.5, 0.0], &series).iter().sum::<f64>();
        }
        let share = days / 0.5 / (200.0 * series.bars() as f64);
        assert!((share - 0.3).abs() < 0.02, "{share}");
    }

    #[test]
    fn half_of_the_dice_throw_the_same_on_every_path() {
        let [one, other] =
            [5, 6].map(|seed| Dataset::generate("susde", Timeframe::Daily, seed).unwrap().series);
        let same = [7.0, 0.5, 5.0, 1.0, 0.0];
        assert_eq!(column(&same, &one), column(&same, &other));
        let anew = [7.0, 0.5, 5.0, 1.0, 1.0];
        assert_ne!(column(&anew, &one), column(&anew, &other));
    }
}
