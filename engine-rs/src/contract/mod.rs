//! The boundary: bytes in, bytes out. Every host (WebAssembly, the native binary, the tests) calls
//! the same [`Arena`].

mod answer;
mod answer_view;
mod arena;
mod candidate;
mod chart_columns;
mod constants;
mod datasets;
mod evaluate;
mod evaluation_answer;
mod evaluation_order;
mod evidence;
mod field_errors;
mod generate_dataset;
mod header;
mod market_facts;
mod projection;
mod published;
mod scenario_paths;
mod sections;
mod sweep;
mod view_columns;
mod warning;

pub use answer::{answer, failure};
pub use arena::Arena;
pub use candidate::{Candidate, Component};
pub use generate_dataset::generate_dataset;
pub use header::read_dataset;
pub use published::{engine_info, family_profile, strategy_catalogue};
