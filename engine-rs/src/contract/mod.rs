//! The boundary: bytes in, bytes out. Every host (WebAssembly, the native binary, the tests) calls
//! the same [`Arena`].

pub use crate::summary::merge as merge_summaries;

mod answer;
mod answer_view;
mod arena;
mod arena_search;
mod candidate;
mod chart_columns;
mod checked;
mod comparison;
mod constants;
mod datasets;
mod document;
mod evaluate;
mod evaluation_answer;
mod evaluation_order;
mod event_rows;
mod evidence;
mod field_errors;
mod figures;
mod generate_dataset;
mod header;
mod header_fault;
mod header_provenance;
mod market_facts;
mod nearest;
mod observed;
mod own_paths;
mod passive_gaps;
mod projection;
mod published;
mod result_hash;
mod run_columns;
mod scenario_paths;
mod search;
mod season;
mod sections;
mod sweep;
mod verdict_answer;
mod view_columns;
mod warning;

pub use answer::{answer, failure};
pub use arena::Arena;
pub use candidate::{Candidate, Component};
pub(crate) use datasets::{dataset_of, resolve};
pub(crate) use document::read;
pub use figures::{overfitting, required_edge, sharpe_luck};
pub(crate) use generate_dataset::generated;
pub use generate_dataset::{generate_columns, generate_dataset};
pub use header::read_dataset;
pub use passive_gaps::passive_gaps;
pub(crate) use projection::no_metrics;
pub use published::{engine_info, family_profile, strategy_catalogue};
pub use season::{season_ranks, sister_seeds};
