/** All that runs in a browser in one file, for a page without a bundler: the library, `leitong/stages` and `leitong/research`. */
export * from './browser.js'
export * from './library/stages.js'
export * from './research.js'
