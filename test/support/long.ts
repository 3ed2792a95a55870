/** How much a test does in each tier, where the same case stands in several (vitest.config.ts). */

/** Whether this is the long run (npm run test:long), in which some tests do more rounds. */
const isLongRun = process.env.LEITONG_LONG === '1'
/** Whether this is `npm test`, whose time is short. */
export const isFirstTier = !isLongRun && process.env.LEITONG_TIER !== 'whole'

/** How often something is tried: `few` times in `npm test` and among the whole tests, `many` times in the long run. */
export const rounds = (few: number, many: number): number => (isLongRun ? many : few)

/**
 * How often something is killed: `few` times outside the long run; there `many` times, and as much less as LEITONG_FAULT_MINUTES is less than six, as in the
 * programme of faults.
 */
export const kills = (few: number, many: number): number =>
  Math.max(few, Math.round(rounds(few, many) * Math.min(1, Number(process.env.LEITONG_FAULT_MINUTES ?? 6) / 6)))

/** A number of examples, or a size: `little` in `npm test`, `full` in the other tiers. */
export const sized = <Amount>(little: Amount, full: Amount): Amount => (isFirstTier ? little : full)
