//! Ranks of the entries of a season over hidden paths: `RULES.md` 9.2.
//!
//! Every entry has a utility on every path, and so have the two passive lines. An entry is told
//! apart above another when its mean lead is of use and far more than luck gives; a rank interval
//! has the places that cannot be told apart.

mod alike;
mod bar;
mod difference;
mod fold;
mod ranks;
mod rows;
mod screen;
mod standing;

pub use ranks::{Line, Ranks, Row};
