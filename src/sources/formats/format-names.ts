/** The formats there are; each is one file beside this one. */
export const FORMAT_NAMES = ['jsonl', 'json', 'csv', 'tsv', 'lines', 'txt', 'md', 'html', 'docx', 'pdf', 'parquet', 'xlsx'] as const
export type FormatName = (typeof FORMAT_NAMES)[number]
