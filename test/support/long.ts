/** Whether this is the long run (npm run test:long), in which some tests do more rounds. */
const isLongRun = process.env.LEITONG_LONG === '1'

/** How often something is tried: `few` times in `npm test`, `many` times in the long run. */
export const rounds = (few: number, many: number): number => (isLongRun ? many : few)
