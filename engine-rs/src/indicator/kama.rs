//! Kaufman's adaptive moving average (Smarter Trading, 1995).

use super::{change, each, sizes, sum};

/// Returns the average with an efficiency window `er` and two spans. It starts from the value at
/// bar `er-1`, as in TA-Lib, and continues with `prev + c*(v - prev)`, `c = (ER*(2/(fast+1) -
/// 2/(slow+1)) + 2/(slow+1))^2`. `ER` is the change over `er` bars divided by the path of its
/// one-bar changes, or 0 if the path is 0. The code computes the distance to the value, `(1 -
/// c)*prev - (1 - c)*(change of the value)`.
pub fn kama(values: &[f64], [er, fast, slow]: [usize; 3]) -> Vec<f64> {
    let Some(start) = er.checked_sub(1).and_then(|last| values.get(last)) else {
        return Vec::new();
    };
    let step = |span: usize| 2.0 / (span as f64 + 1.0);
    let (slow, spread) = (step(slow), step(fast) - step(slow));
    let changes = change(values, 1);
    let path = sum(&sizes(&changes), er);
    let keep = each([&change(values, er), &path], |[direction, path]| {
        let efficiency = if path == 0.0 { 0.0 } else { direction.abs() / path };
        let root = efficiency * spread + slow;
        1.0 - root * root
    });
    let mut distance = 0.0;
    let mut averages = Vec::with_capacity(keep.len() + 1);
    averages.push(*start);
    averages.extend(keep.iter().zip(&changes[er - 1..]).zip(&values[er..]).map(
        |((keep, change), value)| {
            distance = keep * distance - keep * change;
            value + distance
        },
    ));
    averages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_follows_a_straight_path_fast_and_a_noisy_one_slowly() {
        // steps 2/(1+1) = 1 and 2/(3+1) = 1/2; starts from the second value
        // 1, 2, 3: efficiency 1, c = 1: jumps to 3
        // 2, 3, 2: change 0 of path 2, c = 1/4: 3 - 1/4
        assert_eq!(kama(&[1.0, 2.0, 3.0, 2.0], [2, 1, 3]), [2.0, 3.0, 2.75]);
    }

    #[test]
    fn without_a_path_the_average_stays() {
        assert_eq!(kama(&[5.0; 4], [2, 2, 30]), [5.0; 3]);
    }
}
