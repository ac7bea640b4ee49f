//! Warnings beside the numbers of an answer.

use super::candidate::Candidate;
use crate::execution::SkipReason;
use crate::json::{EcmaNumber, Emit, Sink};
use crate::market::{Dataset, dependants};
use crate::portfolio::Run;

/// A note on an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Warning {
    code: &'static str,
    message: String,
}

impl Warning {
    /// Returns the warnings of a run.
    pub(super) fn of(candidate: &Candidate, run: &Run, dataset: &Dataset) -> Vec<Self> {
        let ignored = candidate.has_execution_config.then(|| Self {
            code: "EXECUTION_CONFIG_IGNORED",
            message: "executionConfig is ignored: the service owns the execution policy".into(),
        });
        let mut warnings: Vec<Self> =
            ignored.into_iter().chain(no_fill(run, candidate.capital, dataset)).collect();
        warnings.append(&mut Self::of_dataset(dataset));
        warnings
    }

    /// Returns the warning that every answer on a dataset has about its data, if any.
    pub(super) fn of_dataset(dataset: &Dataset) -> Vec<Self> {
        let estimated = &dataset.unknown.estimated;
        if estimated.is_empty() {
            return Vec::new();
        }
        let mut message = String::from("estimated and not known: ");
        for (at, name) in estimated.iter().enumerate() {
            let (own, next) =
                (dependants(name), estimated.get(at + 1).map(|name| dependants(name)));
            // Inputs that affect the same figures are listed together.
            let parts: &[&str] = match next {
                Some(next) if next == own => &[name, ", "],
                Some(_) => &[name, ", on which depend ", own, "; "],
                None => &[name, ", on which depend ", own],
            };
            message.push_str(&parts.concat());
        }
        vec![Self { code: "ESTIMATED_DATA", message }]
    }
}

impl Emit for Warning {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_object();
        sink.member("code", self.code);
        sink.member("message", &self.message);
        sink.end_object();
    }
}

/// Returns a sentence that explains why a run did not trade.
fn no_fill(run: &Run, capital: f64, dataset: &Dataset) -> Option<Warning> {
    let counts = run.counts();
    if counts.fills > 0 {
        return None;
    }
    if run.components.iter().all(|component| !component.targets.has_opinion()) {
        let message = "no fill: no strategy ever had an opinion on these bars";
        return Some(Warning { code: "NO_OPINION", message: message.into() });
    }
    if counts.intents() == 0 {
        let message = "no fill: no target in the scored window asked for a change of position";
        return Some(Warning { code: "NO_INTENT", message: message.into() });
    }
    let mut stops: Vec<String> = Vec::new();
    for reason in SkipReason::ALL {
        let bars = counts.skips_by_reason[reason as usize];
        if bars > 0 {
            stops.push(format!("{} stopped {bars}{}", reason.code(), nearest(run, reason)));
        }
    }
    let (stops, end) = (stops.join("; "), beyond(capital, dataset));
    let message = format!("no fill: {} intents, {stops}{end}", counts.intents());
    Some(Warning { code: "ALL_INTENTS_SKIPPED", message })
}

/// Returns the end of a sentence about a capital that is larger than the whole pool, such as the
/// default in a market whose accounting asset is ETH.
fn beyond(capital: f64, dataset: &Dataset) -> String {
    let Dataset { series, trade_start_index: start, provenance, .. } = dataset;
    let Some(tvl) = series.tvl.get(*start).filter(|tvl| capital > **tvl) else {
        return String::new();
    };
    let coin = provenance.coin().map_or_else(String::new, |coin| format!(" {coin}"));
    let (capital, tvl) = (EcmaNumber(capital), EcmaNumber(*tvl));
    format!(
        "; the capital of {capital}{coin} exceeds the pool, whose tvl is {tvl}{coin} on the first scored bar"
    )
}

/// Returns the distance of the closest veto of a reason from its limit, as text.
fn nearest(run: &Run, reason: SkipReason) -> String {
    run.nearest[reason as usize].map_or_else(String::new, |skip| {
        format!(" (closest: value {}, limit {})", EcmaNumber(skip.value), EcmaNumber(skip.limit))
    })
}
