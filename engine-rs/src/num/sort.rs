//! Sorting of a few numbers.
//!
//! Heapsort, because the engine sorts at most a thousand values and the standard sort takes six
//! times as much code in WebAssembly.

/// Sorts numbers in ascending order.
#[inline(never)]
pub fn ascending(values: &mut [f64]) {
    ascending_by(values, |value| *value);
}

/// Sorts by a number in ascending order; equal numbers may change their order.
#[inline(always)]
pub fn ascending_by<T: Copy>(values: &mut [T], number: impl Fn(&T) -> f64) {
    let mut end = values.len();
    let mut root = end / 2;
    while end > 1 {
        if root > 0 {
            root -= 1;
        } else {
            end -= 1;
            values.swap(0, end);
        }
        sift_down(&mut values[..end], root, &number);
    }
}

#[inline(always)]
fn sift_down<T: Copy>(heap: &mut [T], mut root: usize, number: impl Fn(&T) -> f64) {
    loop {
        let mut child = 2 * root + 1;
        if child >= heap.len() {
            return;
        }
        if child + 1 < heap.len() && number(&heap[child + 1]) > number(&heap[child]) {
            child += 1;
        }
        if number(&heap[root]) >= number(&heap[child]) {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn ascending_sorts_numbers() {
        let mut random = Random::new(5);
        for length in [0, 1, 2, 3, 10, 1000] {
            let mut values: Vec<f64> = (0..length).map(|_| random.normal()).collect();
            ascending(&mut values);
            assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
        }
    }
}
