//! The simulation: the timeline of a bar, and the metrics of a run.

mod portfolio_metrics;
mod schedule;
mod timeline;

pub use portfolio_metrics::{CoreMetrics, Metrics, daily_excess, daily_returns};
pub use timeline::{Plan, PlannedComponent, run, run_totals};
