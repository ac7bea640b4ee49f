// This module is browser compatible.

/**
 * Returns the probability that a standard normal draw is at most `x`, to about 1e-15.
 *
 * West, "Better approximations to cumulative normal functions" (Wilmott, 2005), after Hart (1968).
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (size > 37) return x > 0 ? 1 : 0;
  const density = Math.exp(-size * size / 2);
  let tail: number;
  if (size < 7.07106781186547) {
    tail = density * polynomial(HART_TOP, size) / polynomial(HART_BOTTOM, size);
  } else {
    let fraction = size + 0.65;
    for (const term of [4, 3, 2, 1]) fraction = size + term / fraction;
    tail = density / fraction / Math.sqrt(2 * Math.PI);
  }
  return x > 0 ? 1 - tail : tail;
}

/**
 * Returns the `x` whose `normalCdf` is `share`, which lies in (0, 1).
 *
 * Wichura's algorithm AS 241 (PPND16, Applied Statistics 37, 1988), as the engine has it.
 */
export function normalQuantile(share: number): number {
  const centred = share - 0.5;
  if (Math.abs(centred) <= 0.425) {
    const r = 0.180625 - centred * centred;
    return centred * polynomial(CENTRAL_TOP, r) / polynomial(CENTRAL_BOTTOM, r);
  }
  const r = Math.sqrt(-Math.log(centred < 0 ? share : 1 - share));
  const x = r <= 5
    ? polynomial(MIDDLE_TOP, r - 1.6) / polynomial(MIDDLE_BOTTOM, r - 1.6)
    : polynomial(FAR_TOP, r - 5) / polynomial(FAR_BOTTOM, r - 5);
  return centred < 0 ? -x : x;
}

/** Horner's rule; the coefficients run from the highest power to the lowest. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((value, coefficient) => value * x + coefficient, 0);
}

// deno-fmt-ignore
const HART_TOP = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
];
// deno-fmt-ignore
const HART_BOTTOM = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674,
  637.333633378831, 793.826512519948, 440.413735824752,
];
// deno-fmt-ignore
const CENTRAL_TOP = [
  2.5090809287301227e3, 3.343057558358813e4, 6.72657709270087e4, 4.592195393154987e4,
  1.373169376550946e4, 1.9715909503065513e3, 1.3314166789178438e2, 3.3871328727963666,
];
// deno-fmt-ignore
const CENTRAL_BOTTOM = [
  5.226495278852854e3, 2.8729085735721943e4, 3.930789580009271e4, 2.12137943015866e4,
  5.394196021424751e3, 6.871870074920579e2, 4.231333070160091e1, 1,
];
// deno-fmt-ignore
const MIDDLE_TOP = [
  7.745450142783414e-4, 2.2723844989269184e-2, 2.417807251774506e-1, 1.2704582524523684,
  3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
// deno-fmt-ignore
const MIDDLE_BOTTOM = [
  1.0507500716444169e-9, 5.475938084995345e-4, 1.5198666563616457e-2, 1.4810397642748008e-1,
  6.897673349851e-1, 1.6763848301838038, 2.053191626637759, 1,
];
// deno-fmt-ignore
const FAR_TOP = [
  2.0103343992922881e-7, 2.7115555687434876e-5, 1.2426609473880784e-3, 2.6532189526576124e-2,
  2.9656057182850487e-1, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
// deno-fmt-ignore
const FAR_BOTTOM = [
  2.0442631033899398e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 7.868691311456133e-4,
  1.4875361290850615e-2, 1.369298809227358e-1, 5.99832206555888e-1, 1,
];
