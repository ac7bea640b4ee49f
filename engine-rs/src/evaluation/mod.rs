//! What a run is worth: utility, the lines to beat, score, gates.

pub mod benchmark;
pub mod gate;
pub mod utility;
