//! The events of a run as doubles, for a page that draws them without printing and parsing JSON.

use crate::execution::Side;
use crate::portfolio::{EventKind, Run};

/// Most numbers of an event.
const ROW: usize = 11;

/// Returns room for the events of a run.
pub(super) fn rows_room(run: &Run) -> usize {
    1 + ROW * run.events.len()
}

/// Appends the number of events, then each event: its kind (0 a fill, 1 a skip, 2 a redemption), its
/// component, its bar, and the other numbers that a page shows, in the order of their names in the
/// trades view. A buy is 0 and a sale 1; a reason is its place in the order of the checks. Missing
/// numbers are `NaN`. As in JSON, -0 is 0.
pub(super) fn push_events(run: &Run, all: &mut Vec<f64>) {
    all.push(run.events.len() as f64);
    for event in &run.events {
        let mut row = [0.0; ROW];
        [row[1], row[2]] = [event.component as f64, event.at as f64];
        let count = match &event.kind {
            EventKind::Fill { intent, approved, .. } => {
                row[3..10].copy_from_slice(&[
                    approved.fee_cost,
                    intent.from,
                    1.0 / approved.quote.exchange_rate,
                    side(intent.side),
                    approved.slippage_cost,
                    intent.to,
                    approved.quote.units,
                ]);
                7
            }
            EventKind::Skip { skipped, target, bars } => {
                row[0] = 1.0;
                row[3..].copy_from_slice(&[
                    *bars as f64,
                    skipped.limit,
                    skipped.notional,
                    side(skipped.side),
                    *target,
                    skipped.reason as usize as f64,
                    skipped.tvl,
                    skipped.value,
                ]);
                8
            }
            EventKind::Redemption { units, notional, .. } => {
                row[0] = 2.0;
                [row[3], row[4]] = [*notional, *units];
                2
            }
        };
        all.extend(row[..3 + count].iter().map(|number| number + 0.0));
    }
}

fn side(side: Side) -> f64 {
    f64::from(u8::from(side == Side::Sell))
}
