/** The two npm packages among the peers that carry no types. */
declare module 'minhash' {
  export const Minhash: new (options?: { numPerm?: number; seed?: number }) => { update(text: string): void }
  const all: { Minhash: typeof Minhash }
  export default all
}
declare module 'simhash' {
  const create: (hash?: 'md5' | 'sha1') => (tokens: readonly string[]) => number[]
  export default create
}
