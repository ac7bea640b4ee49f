//! The simulation: the timeline of a bar, and the metrics of a run.

mod idle;
mod metric_row;
mod metric_table;
mod metrics;
mod plan;
mod schedule;
mod scored_run;
mod timeline;
mod walk;

pub use idle::daily_growth;
pub use metric_row::{Figure, Metric, Unit, Value};
pub use metric_table::METRICS;
pub use metrics::Metrics;
pub use plan::{Plan, PlannedComponent};
pub use scored_run::{CoreMetrics, ScoredRun, daily_returns};
pub use timeline::{run, run_decided, run_events, run_fills, run_targets, run_totals};
pub use walk::Drawdown;
