/** A way to cut a value into words. */
export type Cutter = ((text: string) => string[]) & { readonly id: string }

/** @param id  tells cutters apart where functions cannot go: in another thread */
export const cutter = (id: string, cut: (text: string) => string[]): Cutter => Object.assign(cut, { id })
