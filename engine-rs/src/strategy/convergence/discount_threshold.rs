//! `discount-threshold`: buy when the annualised discount is large.
//!
//! Rule: `a = (1-P)/P*365/d`, the simple annual yield of the discount; `band(a, entry, exit)`.
//! Lookback: none. Source: ours.

use crate::indicator::each;
use crate::market::{Feature, FeatureSet};
use crate::strategy::{
    Bars, CatalogueEntry, Category, Observable, ParamSpec, ParamValues, Relation, Rule,
    StrategySpec,
};

pub(super) const STRATEGY: CatalogueEntry = CatalogueEntry {
    spec: StrategySpec {
        id: "discount-threshold",
        name: "Discount threshold",
        category: Category::Convergence,
        summary: "Buys PT when its discount, as a simple annual yield, is high enough, sells when it is low.",
        source: "",
        features: FeatureSet::of(&[Feature::PtPrice, Feature::DaysToExpiry]),
        params: &[
            ParamSpec::number(
                ("entry", "Entry"),
                0.08,
                (0.01, 0.5),
                "annual yield",
                "simple yield at or above which it buys",
            ),
            ParamSpec::number(
                ("exit", "Exit"),
                0.05,
                (0.0, 0.4),
                "annual yield",
                "simple yield at or below which it sells",
            ),
        ],
        relations: &[Relation::at_most("exit", "entry")],
    },
    rule,
};

/// The observed line and its marks.
const DISCOUNT: Observable = Observable::band("Discount as a simple yield", "annual yield");

fn rule<'s>(params: &ParamValues, bars: &Bars<'s>) -> Rule<'s> {
    let (price, days) = (bars.pt_price(), bars.days_to_expiry());
    let line = bars.made("simpleYield", &[&price, &days], &[], || {
        each([&price, &days], |[price, days]| (1.0 - price) / price * 365.0 / days)
    });
    bars.band(&DISCOUNT, line, (params.number("entry"), params.number("exit")))
}

#[cfg(test)]
mod tests {
    use crate::strategy::testing::{Bars, HOLD, IN, OUT};

    #[test]
    fn the_discount_as_a_simple_annual_yield() {
        // days to expiry 75, 74, 73; 0.02/0.98*365/75 = 9.9 %, 0.012/0.988*365/74 = 6.0 %,
        // 0.01/0.99*5 = 5.05 %; with exit at 5.1 % that sells
        let bars = Bars::daily(3, 73).with(|s| &mut s.pt_price, &[0.98, 0.988, 0.99]);
        let seen = bars.signals("discount-threshold", &[("exit", 0.051)]);
        assert_eq!(seen, [IN, HOLD, OUT]);
    }
}
