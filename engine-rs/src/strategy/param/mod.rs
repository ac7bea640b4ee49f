//! Parameters: one definition from which values are checked, documented and published.

mod check;
mod spec;
mod value;
mod values;

pub use check::ParamError;
pub use spec::{ParamKind, ParamSpec};
pub use value::ParamValue;
pub use values::ParamValues;
