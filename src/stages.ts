/** `leitong/stages`: what `dedupe` is made of, for programs that put the stages together themselves. */

import './signing/dictionaries.js'

export * from './library/stages.js'
