//! The standard normal distribution.

use super::transcend::{erfc, ln};

/// Returns the probability that a standard normal draw is at most `x`.
pub fn cdf(x: f64) -> f64 {
    0.5 * erfc(-x / core::f64::consts::SQRT_2)
}

/// Returns the `x` whose [`cdf`] is `p`, for `p` in (0, 1).
///
/// Wichura's algorithm AS 241 (PPND16, Applied Statistics 37, 1988): about 16 digits.
#[inline(never)]
pub fn inverse_cdf(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * polynomial(&CENTRAL_TOP, r) / polynomial(&CENTRAL_BOTTOM, r);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let r = (-ln(tail)).sqrt();
    let x = if r <= 5.0 {
        polynomial(&MIDDLE_TOP, r - 1.6) / polynomial(&MIDDLE_BOTTOM, r - 1.6)
    } else {
        polynomial(&FAR_TOP, r - 5.0) / polynomial(&FAR_BOTTOM, r - 5.0)
    };
    if q < 0.0 { -x } else { x }
}

/// Horner's rule; the coefficients run from the highest power to the lowest.
fn polynomial(coefficients: &[f64; 8], x: f64) -> f64 {
    let mut value = 0.0;
    for coefficient in coefficients {
        value = value * x + coefficient;
    }
    value
}

const CENTRAL_TOP: [f64; 8] = [
    2.509_080_928_730_122_7e3,
    3.343_057_558_358_813e4,
    6.726_577_092_700_87e4,
    4.592_195_393_154_987e4,
    1.373_169_376_550_946e4,
    1.971_590_950_306_551_3e3,
    1.331_416_678_917_843_8e2,
    3.387_132_872_796_366_6,
];
const CENTRAL_BOTTOM: [f64; 8] = [
    5.226_495_278_852_854e3,
    2.872_908_573_572_194_3e4,
    3.930_789_580_009_271e4,
    2.121_379_430_158_66e4,
    5.394_196_021_424_751e3,
    6.871_870_074_920_579e2,
    4.231_333_070_160_091e1,
    1.0,
];
const MIDDLE_TOP: [f64; 8] = [
    7.745_450_142_783_414e-4,
    2.272_384_498_926_918_4e-2,
    2.417_807_251_774_506e-1,
    1.270_458_252_452_368_4,
    3.647_848_324_763_204_5,
    5.769_497_221_460_691,
    4.630_337_846_156_546,
    1.423_437_110_749_683_5,
];
const MIDDLE_BOTTOM: [f64; 8] = [
    1.050_750_071_644_416_9e-9,
    5.475_938_084_995_345e-4,
    1.519_866_656_361_645_7e-2,
    1.481_039_764_274_800_8e-1,
    6.897_673_349_851e-1,
    1.676_384_830_183_803_8,
    2.053_191_626_637_759,
    1.0,
];
const FAR_TOP: [f64; 8] = [
    2.010_334_399_292_288_1e-7,
    2.711_555_568_743_487_6e-5,
    1.242_660_947_388_078_4e-3,
    2.653_218_952_657_612_4e-2,
    2.965_605_718_285_048_7e-1,
    1.784_826_539_917_291_3,
    5.463_784_911_164_114,
    6.657_904_643_501_103,
];
const FAR_BOTTOM: [f64; 8] = [
    2.044_263_103_389_939_8e-15,
    1.421_511_758_316_446e-7,
    1.846_318_317_510_054_8e-5,
    7.868_691_311_456_133e-4,
    1.487_536_129_085_061_5e-2,
    1.369_298_809_227_358e-1,
    5.998_322_065_558_88e-1,
    1.0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_cdf_undoes_the_cdf() {
        for p in [1e-9, 1e-4, 0.01, 0.3, 0.5, 0.77, 0.99, 1.0 - 1e-6] {
            // Both sides carry a few ulps; the slope of the inverse is largest in the tails.
            assert!((cdf(inverse_cdf(p)) - p).abs() <= 1e-14 * crate::num::max(p, 1e-3), "{p}");
        }
        assert_eq!(inverse_cdf(0.5), 0.0);
    }

    #[test]
    fn known_quantiles_come_out() {
        // The 97.5 % point of every statistics table, to full precision.
        assert!((inverse_cdf(0.975) - 1.959_963_984_540_054).abs() < 1e-15);
        assert!((cdf(1.0) - 0.841_344_746_068_542_9).abs() < 1e-15);
    }
}
