/** Numbers as people write them, for rooms that know rows and nothing of how they are matched. */
export { type DecimalMark, numberWithUnit } from '../../matching/written/numbers.js'
