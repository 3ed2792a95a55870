/** Zstandard, which a browser cannot unpack by itself. */
export { decompressZstd as unpackZstd } from '../sources/formats/zstd.js'
