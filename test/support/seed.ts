/**
 * Property tests draw the same examples in every run, so that one commit passes or fails everywhere alike.
 * `LEITONG_SEED=random` draws new ones, to look for more; a number repeats the run that printed it.
 */
import fc from 'fast-check'

const given = process.env.LEITONG_SEED
const seed = given === 'random' ? Math.floor(Math.random() * 0x7fffffff) : Number(given ?? 20_190_301)
if (!Number.isInteger(seed)) throw new Error(`LEITONG_SEED is ${JSON.stringify(given)}. Use "random" or a whole number.`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
