//! The view of a strategy: the columns of the bars before expiry by name, the columns that
//! indicators make of them, and a few facts about its sleeve.

use super::columns::{Columns, Recipe};
use super::observable::Observed;
use super::{Context, Line, ParamValues};
use crate::indicator;
use crate::market::{Feature, FeatureSet, Series, Timeframe, pool_pt_share};
use crate::num::transcend::{exp_m1, ln};

/// The bars before expiry, as columns that are made on first use.
///
/// Price, `logYield` and time to expiry always exist (each follows from the other two), the others
/// only if the strategy's features name them.
#[derive(Debug, Clone, Copy)]
pub struct Bars<'s> {
    pub(super) columns: &'s Columns<'s>,
    features: FeatureSet,
    context: Context,
}

/// Declares columns of the series, each with a name that is unique within a call and its feature.
macro_rules! columns_of_series {
    ($($(#[$doc:meta])+ $column:ident = $name:literal $(if $feature:ident)?: $of:expr;)+) => {
        impl<'s> Bars<'s> {
            $($(#[$doc])+
            pub fn $column(&self) -> Line<'s> {
                $(self.check(Feature::$feature);)?
                self.read($name, $of)
            })+
        }
    };
}
columns_of_series! {
    /// `y = ln(1 + impliedApy)`.
    log_yield = 0: |series| &series.log_yield;
    /// Annual yield implied by the PT price.
    implied_apy = 1: |series| &series.implied_apy;
    /// `u = ln(1 + underlyingApy)`.
    log_underlying = 2 if UnderlyingApy: |series| &series.log_underlying;
    /// PT price in accounting asset.
    pt_price = 3: |series| &series.pt_price;
    /// Days to expiry.
    days_to_expiry = 4: |series| &series.clock.days_to_expiry;
    /// Years (of 365 days) to expiry.
    tau = 5: |series| &series.clock.tau;
    /// Value of the pool, accounting asset.
    tvl = 6 if Liquidity: |series| &series.tvl;
    /// Volume of the bar, accounting asset. As with the next column, strategies that need it are
    /// rejected earlier if it is unknown.
    volume = 7 if Volume: |series| series.volume.as_ref().unwrap_or(&series.tvl);
    /// `ln(1 + farImpliedApy)` of the next maturity.
    log_far_yield = 8 if TermStructure: |series| {
        series.log_far_yield.as_ref().unwrap_or(&series.log_yield)
    };
}

/// Name of the first column derived from a dataset, see [`crate::market::Derived`]; the names are
/// consecutive.
const FIRST_DERIVED: usize = 16;

/// Columns that follow from the series alone: for a dataset they are made once.
impl<'s> Bars<'s> {
    /// Returns the change of the implied yield, or of its logarithm, over a day.
    pub fn day_change(&self, of: &Line<'_>) -> Line<'s> {
        self.derived(of.name(), &|| indicator::change(of, self.per_day()))
    }

    /// Returns the change of the implied yield, or of its logarithm, over a bar.
    pub fn bar_change(&self, of: &Line<'_>) -> Line<'s> {
        self.derived(2 + of.name(), &|| indicator::change(of, 1))
    }

    /// Returns the absolute values of [`Self::day_change`].
    pub fn day_move(&self, of: &Line<'_>) -> Line<'s> {
        self.derived(4 + of.name(), &|| indicator::sizes(&self.day_change(of)))
    }

    /// Returns the PT share of the pool, see [`pool_pt_share`].
    pub fn pool_pt_share(&self) -> Line<'s> {
        self.check(Feature::PoolState);
        self.derived(6, &|| {
            let Series { total_pt, total_sy, sy_index, .. } = self.series();
            let reserves = [total_pt, total_sy, sy_index].map(|column| &column[..self.count()]);
            indicator::each(reserves, |[pt, sy, index]| pool_pt_share(pt, sy * index))
        })
    }

    /// Returns the volume of the bar divided by the value of the pool.
    pub fn turnover(&self) -> Line<'s> {
        let (volume, tvl) = (self.volume(), self.tvl());
        self.derived(7, &|| indicator::each([&volume, &tvl], |[volume, tvl]| volume / tvl))
    }

    /// Returns `ln(1 + V)`, where `V` is the volume of a day.
    pub fn log_day_volume(&self) -> Line<'s> {
        let volume = self.volume();
        self.derived(8, &|| {
            let day = indicator::sum(&volume, self.per_day());
            indicator::each([&day], |[volume]| ln(1.0 + volume))
        })
    }

    /// Returns `e^(-y*tau) - 1`, the PT price implied by the yield, less 1.
    pub fn par_path(&self) -> Line<'s> {
        self.derived(9, &|| par_path(&self.log_yield(), &self.tau()))
    }

    #[inline(never)]
    fn derived(&self, slot: usize, make: &dyn Fn() -> Vec<f64>) -> Line<'s> {
        match self.kept(slot, make) {
            Some(column) => Line::of_series(FIRST_DERIVED + slot, column),
            None => self.made("derived", &[], &[slot], make),
        }
    }

    /// Returns the column of a slot, if the series is a dataset's.
    #[inline(never)]
    fn kept(&self, slot: usize, make: &dyn Fn() -> Vec<f64>) -> Option<&'s [f64]> {
        Some(self.series().derived.as_ref()?.column(slot, make))
    }
}

/// Returns the PT price implied by a yield, less 1: `e^(-y*tau) - 1`.
#[inline(never)]
pub(super) fn par_path(yields: &[f64], tau: &[f64]) -> Vec<f64> {
    indicator::each([yields, tau], |[y, tau]| exp_m1(-y * tau))
}

impl<'s> Bars<'s> {
    /// Returns the view of a strategy with these features.
    pub(super) fn new(columns: &'s Columns<'s>, features: FeatureSet, context: &Context) -> Self {
        Self { columns, features, context: *context }
    }

    /// Returns the number of bars before expiry.
    pub fn count(&self) -> usize {
        self.series().clock.expiry_index
    }

    /// Returns the series itself, for rules outside of the catalogue.
    #[doc(hidden)]
    pub fn series(&self) -> &'s Series {
        self.columns.series
    }

    fn check(&self, feature: Feature) {
        assert!(self.features.has(feature), "a strategy reads what its features do not name");
    }

    #[inline(never)]
    fn read(&self, name: usize, of: fn(&'s Series) -> &'s [f64]) -> Line<'s> {
        let column = of(self.series());
        Line::of_series(name, column.get(..self.count()).unwrap_or(column))
    }

    /// Returns the column chosen by the parameter `field`: `logYield` or the implied yield itself.
    pub fn field(&self, params: &ParamValues) -> Line<'s> {
        if params.chose("field", "impliedApy") { self.implied_apy() } else { self.log_yield() }
    }

    /// Returns the years from this maturity to the next.
    pub fn far_gap(&self) -> f64 {
        self.series().clock.far_gap().unwrap_or(f64::NAN)
    }

    /// Returns the length of a bar.
    pub(super) fn timeframe(&self) -> Timeframe {
        self.context.timeframe
    }

    /// Returns the number of bars of a day.
    pub fn per_day(&self) -> usize {
        self.context.timeframe.bars_per_day()
    }

    /// Returns the number of bars of a year.
    pub fn per_year(&self) -> f64 {
        self.context.timeframe.bars_per_year()
    }

    /// Returns the capital of the sleeve, accounting asset.
    pub fn capital(&self) -> f64 {
        self.columns.reads_capital.set(true);
        self.context.capital
    }

    /// See [`indicator::less`].
    #[inline(never)]
    pub fn less(&self, left: &Line<'_>, right: &Line<'_>) -> Line<'s> {
        self.made("less", &[left, right], &[], || indicator::less(left, right))
    }

    /// Records a line of a caller's text.
    pub(super) fn record(&self, line: Observed) {
        self.columns.record(line);
    }

    /// Returns a column under bytes that say all that it depends on. Within a call it is made once.
    pub(super) fn made_by(&self, key: &[u8], make: impl FnOnce() -> Vec<f64>) -> Line<'s> {
        self.made("expression", &[], &[self.columns.key(key)], make)
    }

    /// Returns a column made of others and of windows, under a function name that must be unique.
    /// Within a call it is made once.
    pub fn made(
        &self,
        function: &'static str,
        of: &[&Line<'_>],
        windows: &[usize],
        make: impl FnOnce() -> Vec<f64>,
    ) -> Line<'s> {
        let recipe = Recipe::new(function, of, windows);
        self.columns.find(&recipe).unwrap_or_else(|| self.columns.keep(recipe, make()))
    }
}

/// Declares indicators of one column and one window.
macro_rules! indicators {
    ($($(#[$doc:meta])+ $indicator:ident($window:ident);)+) => {
        impl<'s> Bars<'s> {
            $($(#[$doc])+
            pub fn $indicator(&self, of: &Line<'_>, $window: usize) -> Line<'s> {
                self.windowed(stringify!($indicator), indicator::$indicator, of, $window)
            })+

            #[inline(never)]
            fn windowed(
                &self,
                name: &'static str,
                indicator: fn(&[f64], usize) -> Vec<f64>,
                of: &Line<'_>,
                window: usize,
            ) -> Line<'s> {
                self.made(name, &[of], &[window], || indicator(of, window))
            }
        }
    };
}
indicators! {
    /// See [`indicator::change`].
    change(lag);
    /// See [`indicator::deviation`].
    deviation(window);
    /// See [`indicator::ema`].
    ema(span);
    /// See [`indicator::highest`].
    highest(window);
    /// See [`indicator::lowest`].
    lowest(window);
    /// See [`indicator::mean`].
    mean(window);
    /// See [`indicator::place`].
    place(window);
    /// See [`indicator::rsi`].
    rsi(period);
    /// See [`indicator::sum`].
    sum(window);
    /// See [`indicator::wilder`].
    wilder(length);
    /// See [`indicator::zscore`].
    zscore(window);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Dataset, Timeframe};
    use crate::strategy::{ParamValues, catalogue};

    #[test]
    fn columns_cached_by_a_dataset_equal_fresh_ones() {
        for (market, timeframe) in [("susde", Timeframe::Hourly), ("ghousd", Timeframe::Daily)] {
            let dataset = Dataset::generate(market, timeframe, 5).unwrap().series;
            let path = dataset.shared();
            assert!(dataset.derived.is_some() && path.derived.is_none());
            let context = Context { timeframe, capital: 1e5 };
            for entry in catalogue::all() {
                if entry.spec.features.first_missing(dataset.features()).is_some() {
                    continue;
                }
                let params = ParamValues::defaults(entry.spec.params, timeframe);
                // the second run on the dataset reads the columns of the first
                let [first, second, anew] = [&dataset, &dataset, &path]
                    .map(|series| entry.targets(&params, &context, &Columns::of(series)));
                assert_eq!(first.steps(), anew.steps(), "{}", entry.spec.id);
                assert_eq!(second.steps(), anew.steps(), "{}", entry.spec.id);
            }
        }
    }
}
