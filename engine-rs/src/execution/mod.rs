//! Execution of intents as fills or skips: the service's profile, the pool, the guardrails.

mod edge;
mod guardrail;
mod intent;
mod pool;
mod profile;
mod skip;

pub use guardrail::{Approved, BarMarket, Verdict};
pub use intent::{Intent, Side};
pub use pool::{PoolLimit, PoolState, Quote};
pub use profile::{ExecutionProfile, PROFILE};
pub use skip::{SkipReason, Skipped};
