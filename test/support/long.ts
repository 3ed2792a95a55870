/** How much a test does in each tier, where the same case stands in several (vitest.config.ts). */

/** Whether this is the long run (npm run test:long), in which some tests do more rounds. */
const isLongRun = process.env.LEITONG_LONG === '1'
/** Whether this is `npm test`, whose time is short. */
export const isFirstTier = !isLongRun && process.env.LEITONG_TIER !== 'servers'

/** How often something is tried: `few` times in `npm test` and in the tier of servers, `many` times in the long run. */
export const rounds = (few: number, many: number): number => (isLongRun ? many : few)

/** A number of examples, or a size: `little` in `npm test`, `full` in the tiers beyond it. */
export const sized = <Amount>(little: Amount, full: Amount): Amount => (isFirstTier ? little : full)
