//! Exact comparison of a decimal number with the middle between two doubles.

use core::cmp::Ordering;

/// Digits after which only whether there are others matters: no middle has more than 768.
const DIGITS_MAX: usize = 800;

/// Compares digits with a point among them, times a power of ten, with the middle between a double
/// and the next one above.
#[inline(never)]
pub(super) fn against_middle(digits: &str, power: i32, below: u64) -> Ordering {
    let (mut number, mut tens) = (Whole(Vec::new()), power);
    // Digits are added nine at a time, since each time goes through all limbs.
    let (mut few, mut scale) = (0, 1);
    let (mut taken, mut is_fraction) = (0, false);
    for byte in digits.bytes() {
        if byte == b'.' {
            is_fraction = true;
        } else if taken < DIGITS_MAX {
            few = 10 * few + u32::from(byte - b'0');
            scale *= 10;
            taken += usize::from(few > 0 || !number.0.is_empty());
            tens -= i32::from(is_fraction);
            if scale == 1_000_000_000 {
                number.times_plus(scale, few);
                (few, scale) = (0, 1);
            }
        } else {
            tens += i32::from(!is_fraction);
        }
    }
    number.times_plus(scale, few);
    let rest = digits.bytes().filter(|byte| *byte != b'.').skip_while(|byte| *byte == b'0');
    if rest.skip(DIGITS_MAX).any(|byte| byte != b'0') {
        // any digit stands for the ones that are left out
        number.times_plus(10, 1);
        tens -= 1;
    }
    let (fraction, biased) = (below & ((1 << 52) - 1), below >> 52);
    let double = if biased == 0 { fraction } else { fraction | 1 << 52 };
    #[allow(clippy::cast_possible_truncation, reason = "the exponent has 11 bits")]
    let twos = biased.max(1) as i32 - 1076;
    let mut middle = Whole::of(2 * double + 1);
    let size = |power: i32| power.max(0).unsigned_abs();
    number.times_five(size(tens));
    middle.times_five(size(-tens));
    number.times_two(size(tens - twos));
    middle.times_two(size(twos - tens));
    let lengths = number.0.len().cmp(&middle.0.len());
    lengths.then_with(|| number.0.iter().rev().cmp(middle.0.iter().rev()))
}

/// A whole number in limbs, the lowest first, without zeros at its top.
struct Whole(Vec<u32>);

impl Whole {
    #[allow(clippy::cast_possible_truncation, reason = "limbs are the halves")]
    fn of(word: u64) -> Self {
        let mut limbs = vec![word as u32, (word >> 32) as u32];
        limbs.truncate(if word >> 32 == 0 { 1 } else { 2 });
        Self(limbs)
    }

    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "limbs are the lower halves")]
    fn times_plus(&mut self, factor: u32, plus: u32) {
        let mut carry = u64::from(plus);
        for limb in &mut self.0 {
            let sum = u64::from(*limb) * u64::from(factor) + carry;
            *limb = sum as u32;
            carry = sum >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn times_five(&mut self, power: u32) {
        /// The largest power that a limb holds.
        const LIMB: u32 = 13;
        for _ in 0..power / LIMB {
            self.times_plus(5_u32.pow(LIMB), 0);
        }
        self.times_plus(5_u32.pow(power % LIMB), 0);
    }

    fn times_two(&mut self, power: u32) {
        self.times_plus(1 << (power % 32), 0);
        let zeros = core::iter::repeat_n(0, power as usize / 32);
        self.0.splice(0..0, zeros);
    }
}
