//! What the verdict of an evaluation is worth: how often it lets luck pass, how often it finds
//! skill, and whether its order comes back on fresh paths.
//!
//! Candidates of which it is known, from hundreds of fresh paths, whether they beat the better
//! passive line are evaluated by the very code that evaluates everyone's.

pub mod crew;
pub mod draw;
pub mod family;
pub mod fresh;
pub mod statistics;
