//! Checks that the members of every open object ascend, as RFC 8785 requires. Only builds with
//! debug assertions check: the order is fixed in the engine's code, and tests cover it.

/// The last name of every open object, the innermost last; always empty without debug assertions.
#[derive(Debug, Default)]
pub(super) struct Ascent(Vec<Option<&'static str>>);

impl Ascent {
    /// Opens an object.
    #[inline(always)]
    pub(super) fn open(&mut self) {
        if cfg!(debug_assertions) {
            self.0.push(None);
        }
    }

    /// Names the next member of the innermost object.
    #[inline(always)]
    pub(super) fn name(&mut self, name: &'static str) {
        if cfg!(debug_assertions)
            && let Some(newest) = self.0.last_mut()
        {
            assert!(newest.is_none_or(|newest| newest < name), "{name} after {newest:?}");
            *newest = Some(name);
        }
    }

    /// Closes the innermost object.
    #[inline(always)]
    pub(super) fn close(&mut self) {
        if cfg!(debug_assertions) {
            self.0.pop();
        }
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;

    fn named(names: &[&'static str]) {
        let mut ascent = Ascent::default();
        ascent.open();
        for name in names {
            ascent.name(name);
            // a nested object starts a new order
            ascent.open();
            ascent.name("a");
            ascent.close();
        }
    }

    #[test]
    fn names_ascend_in_every_object() {
        named(&["B", "a", "aa", "b"]);
    }

    #[test]
    #[should_panic(expected = "a after Some(\"b\")")]
    fn a_name_before_the_last_one_is_refused() {
        named(&["b", "a"]);
    }

    #[test]
    #[should_panic(expected = "b after Some(\"b\")")]
    fn a_name_that_comes_again_is_refused() {
        named(&["b", "b"]);
    }
}
