//! Versions that determine every number.

/// Version of the engine, equal to that of the package.
pub(crate) const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");
/// Shape of requests and answers at the boundary.
pub(crate) const CONTRACT_VERSION: u32 = 1;
/// Date of the last change of a rule that decides a number.
pub(crate) const RULES_VERSION: &str = "2026-11-26";
/// Version of the dataset generator; it changes with any generated number.
pub(crate) const GENERATOR_VERSION: u32 = 2;
/// Version of the execution policy.
pub(crate) const POLICY_VERSION: u32 = 1;
/// Version of the evaluation formula.
pub(crate) const FORMULA_VERSION: u32 = 2;
