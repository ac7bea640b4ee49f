//! The verdict: whether a candidate is better than the better passive line, apart from luck.

pub mod edge;
pub mod student;
pub mod timing;
