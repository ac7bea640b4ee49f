//! Sweeps: many candidates on the bars of one series, of each a few figures.
//!
//! Every figure is to the bit that of a single run. What candidates have in common is made once: the
//! columns that their strategies read, the hurdle of their capital, the growth of idle capital.

mod order;
mod point;
mod shared;

pub use order::neighbours_first;
pub use point::Point;
pub use shared::Shared;
