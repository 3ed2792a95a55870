/** The library in a browser. */
export * from './pure.js'
