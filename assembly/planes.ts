/**
 * Charikar's simhash of vectors: bit i is set when the vector lies on the positive side of plane i.
 *
 * Each sum is made in 32-bit floats, one dimension after the other: src/fingerprinting/hyperplanes.ts does the same steps, and so gets the
 * same bits. Sixteen planes at a time stay in registers.
 */

// @ts-ignore: decorator
@inline
function signs(a: v128, b: v128, c: v128, d: v128): u16 {
  const zero = f32x4.splat(0)
  return <u16>(
    i32x4.bitmask(f32x4.gt(a, zero)) |
    (i32x4.bitmask(f32x4.gt(b, zero)) << 4) |
    (i32x4.bitmask(f32x4.gt(c, zero)) << 8) |
    (i32x4.bitmask(f32x4.gt(d, zero)) << 12)
  )
}

/** Sixteen planes of one vector. */
function signOne(vector: usize, end: usize, planes: usize): u16 {
  let a = f32x4.splat(0)
  let b = f32x4.splat(0)
  let c = f32x4.splat(0)
  let d = f32x4.splat(0)
  for (let at = vector; at < end; at += 4, planes += 64) {
    const x = v128.load32_splat(at)
    a = f32x4.add(a, f32x4.mul(x, v128.load(planes)))
    b = f32x4.add(b, f32x4.mul(x, v128.load(planes, 16)))
    c = f32x4.add(c, f32x4.mul(x, v128.load(planes, 32)))
    d = f32x4.add(d, f32x4.mul(x, v128.load(planes, 48)))
  }
  return signs(a, b, c, d)
}

/**
 * Signs `count` vectors of `dimensions` 32-bit floats at `vectors`. `planes` has groups of sixteen planes, of each for every dimension the
 * sixteen numbers of the planes. Writes `bits` / 8 bytes a vector at `to`; `bits` is a multiple of 16.
 */
export function signPlanes(vectors: usize, count: u32, dimensions: u32, planes: usize, bits: u32, to: usize): void {
  const size = <usize>dimensions << 2
  const group = <usize>dimensions << 6
  for (let v: u32 = 0; v < count; v++) {
    const vector = vectors + v * size
    for (let g: u32 = 0; g < bits >> 4; g++) {
      store<u16>(to + ((<usize>v * bits) >> 3) + (<usize>g << 1), signOne(vector, vector + size, planes + g * group))
    }
  }
}
