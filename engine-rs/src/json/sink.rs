//! Receivers of an emitted answer.

/// A receiver of JSON events. Members of an object are emitted in the order of their names.
pub trait Sink {
    /// Opens an object.
    fn begin_object(&mut self);
    /// Names the member whose value follows.
    fn key(&mut self, name: &'static str);
    /// Names the member whose value follows; the name is the caller's.
    fn own_key(&mut self, name: &str);
    /// Closes the object.
    fn end_object(&mut self);
    /// Opens an array.
    fn begin_array(&mut self);
    /// Closes the array.
    fn end_array(&mut self);
    /// A null.
    fn null(&mut self);
    /// True or false.
    fn boolean(&mut self, value: bool);
    /// A number. -0 counts as 0; a number that is not finite is an error of the run.
    fn number(&mut self, value: f64);
    /// A text.
    fn string(&mut self, value: &str);

    /// An array of numbers.
    fn numbers(&mut self, values: &[f64]) {
        self.begin_array();
        for value in values {
            self.number(*value);
        }
        self.end_array();
    }
}

/// A value that can be emitted as JSON.
pub trait Emit {
    /// Emits this value.
    fn emit(&self, sink: &mut dyn Sink);
}

impl Emit for f64 {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.number(*self);
    }
}

impl Emit for usize {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.number(*self as f64);
    }
}

impl Emit for u32 {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.number(f64::from(*self));
    }
}

impl Emit for bool {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.boolean(*self);
    }
}

impl Emit for str {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.string(self);
    }
}

impl Emit for String {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.string(self);
    }
}

impl<T: Emit> Emit for Option<T> {
    fn emit(&self, sink: &mut dyn Sink) {
        match self {
            Some(value) => value.emit(sink),
            None => sink.null(),
        }
    }
}

impl<T: Emit + ?Sized> Emit for &T {
    fn emit(&self, sink: &mut dyn Sink) {
        (**self).emit(sink);
    }
}

impl<T: Emit> Emit for [T] {
    fn emit(&self, sink: &mut dyn Sink) {
        sink.begin_array();
        for value in self {
            value.emit(sink);
        }
        sink.end_array();
    }
}

impl<T: Emit> Emit for Vec<T> {
    fn emit(&self, sink: &mut dyn Sink) {
        self.as_slice().emit(sink);
    }
}

impl dyn Sink + '_ {
    /// Emits a member.
    pub fn member(&mut self, name: &'static str, value: impl Emit) {
        self.key(name);
        value.emit(self);
    }
}
