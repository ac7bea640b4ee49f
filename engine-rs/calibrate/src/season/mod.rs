//! Calibration of the ranks of seasons (`RULES.md` 9.2): how often luck leads a board, how often skill
//! does, and how often rank intervals hold.
//!
//! Candidates run once on many fresh paths. One part of the paths tells what is true; a season takes
//! some candidates, and some paths of the other part.

mod made_up;
mod played;
mod pool;
pub mod report;
