//! The leading bits of powers of ten, used to print numbers.

/// First power of the table, which serves numbers from about 1e-9 to 1e9.
const TABLE_FIRST: i32 = 6;
const TABLE: [Power; 22] = {
    let mut table = [Power { high: 0, low: 0 }; 22];
    let mut at = 0;
    while at < table.len() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "22 powers")]
        let exponent = TABLE_FIRST + at as i32;
        table[at] = power_of_ten(exponent);
        at += 1;
    }
    table
};

/// The 128 leading bits of a power of ten, rounded up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Power {
    pub(super) high: u64,
    pub(super) low: u64,
}

/// 32-bit limbs that hold 10^324 and 128 more bits.
const LIMBS: usize = 40;

/// Computes a power of ten from -324 to 324.
#[allow(clippy::cast_possible_truncation, reason = "limbs are the lower halves")]
const fn power_of_ten(exponent: i32) -> Power {
    // 10^n is built up from 1; 10^-n is divided down from a power of two with 128 extra bits.
    let mut limbs = [0_u32; LIMBS];
    limbs[if exponent < 0 { LIMBS - 1 } else { 0 }] = 1;
    let (mut left, mut is_exact) = (exponent.unsigned_abs(), true);
    while left > 0 {
        let (step, factor) = if left >= 9 { (9, 1_000_000_000) } else { (1, 10) };
        let (mut at, mut carry) = (0, 0_u64);
        while at < LIMBS {
            if exponent < 0 {
                let rest = carry << 32 | limbs[LIMBS - 1 - at] as u64;
                limbs[LIMBS - 1 - at] = (rest / factor) as u32;
                carry = rest % factor;
            } else {
                let product = limbs[at] as u64 * factor + carry;
                limbs[at] = product as u32;
                carry = product >> 32;
            }
            at += 1;
        }
        is_exact &= exponent >= 0 || carry == 0;
        left -= step;
    }
    let mut top = LIMBS - 1;
    while limbs[top] == 0 {
        top -= 1;
    }
    let shift = limbs[top].leading_zeros();
    // Five limbs, from which the shift takes 128 bits.
    let mut wide = [0_u64; 5];
    let mut at = 0;
    while at < 5 && at <= top {
        wide[at] = limbs[top - at] as u64;
        at += 1;
    }
    let mut bits = [0_u64; 4];
    at = 0;
    while at < 4 {
        bits[at] = (wide[at] << 32 | wide[at + 1]) << shift >> 32 & 0xFFFF_FFFF;
        at += 1;
    }
    is_exact &= (wide[4] << shift) as u32 == 0;
    while at <= top {
        is_exact &= at == 4 || limbs[top - at] == 0;
        at += 1;
    }
    let (high, low) = (bits[0] << 32 | bits[1], bits[2] << 32 | bits[3]);
    let (low, is_over) = low.overflowing_add(!is_exact as u64);
    Power { high: high + is_over as u64, low }
}

/// Returns a power of ten.
#[inline(always)]
pub(super) fn power(exponent: i32) -> Power {
    let at = usize::try_from(exponent - TABLE_FIRST).ok();
    match at.and_then(|at| TABLE.get(at)) {
        Some(known) => *known,
        None => rare_power(exponent),
    }
}

#[cold]
#[inline(never)]
fn rare_power(exponent: i32) -> Power {
    power_of_ten(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_exact_or_rounded_up() {
        let of = |exponent| {
            let Power { high, low } = power_of_ten(exponent);
            (high, low)
        };
        assert_eq!(of(0), (1 << 63, 0));
        assert_eq!(of(1), (10 << 60, 0));
        assert_eq!(of(27), (0xCECB_8F27_F420_0F3A, 0));
        assert_eq!(of(-1), (0xCCCC_CCCC_CCCC_CCCC, 0xCCCC_CCCC_CCCC_CCCD));
        assert_eq!(of(55), (0xD0CF_4B50_CFE2_0765, 0xFFF4_B4E3_F741_CF6D));
        assert_eq!(of(56), (0x8281_8F12_81ED_449F, 0xBFF8_F10E_7A89_21A5));
        assert_eq!(of(-292), (0xFF77_B1FC_BEBC_DC4F, 0x25E8_E89C_13BB_0F7B));
        assert_eq!(of(324), (0x9E19_DB92_B4E3_1BA9, 0x6C07_A2C2_6A83_46D2));
    }
}
