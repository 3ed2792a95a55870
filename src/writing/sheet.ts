/** Results as tables and charts, with words in English and Chinese. sheet-page.ts and the commands show them. */

/** English and Chinese. */
export type Words = readonly [en: string, zh: string]

export interface Table {
  readonly title: Words
  readonly columns: readonly Words[]
  /** Cells are texts that people read, side by side: they wrap. */
  readonly isText?: boolean
  /** The first cell names the row. */
  readonly rows: readonly (readonly (string | Words)[])[]
}

export interface Chart {
  readonly title: Words
  readonly x: Words
  readonly y: Words
  readonly series: readonly { readonly name: string | Words; readonly points: readonly (readonly [x: number, y: number])[] }[]
  /** Points are bars that begin at x, each as wide as the first one is away from the second. */
  readonly isBars?: boolean
  /** Heights by their logarithm; 0 stays on the ground. */
  readonly isLogarithmic?: boolean
  /** Places on the x axis that matter. */
  readonly marks?: readonly { readonly at: number; readonly name: Words }[]
}

export interface Sheet {
  readonly title: Words
  /** Sentences on how the figures came about. */
  readonly notes: readonly Words[]
  /** Commands that go on from here, as a shell takes them. */
  readonly commands?: readonly string[]
  readonly tables: readonly Table[]
  readonly charts: readonly Chart[]
}

/** A text in both languages; a name stays as it is. */
export const wordsFor = (text: string | Words): Words => (typeof text === 'string' ? [text, text] : text)

export const seconds = (value: number) => value.toFixed(value < 10 ? 3 : 1)
export const count = (value: number) => value.toLocaleString('en-US')
