/** The library in a browser. */
export * from './library/pure.js'
