//! Parameters: one definition from which values are checked, documented and published.

mod check;
mod spec;
mod value;

pub use check::ParamFault;
pub use spec::{ParamKind, ParamSpec};
pub use value::{ParamValue, ParamValues};
