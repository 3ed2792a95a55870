/** The reason why a record of `size` bytes is not judged. */
export const tooLong = (size: number, limit: number) => `a record of ${size} bytes is longer than --max-record ${limit}`
