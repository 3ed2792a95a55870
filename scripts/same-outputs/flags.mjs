/** Flags that write every output of dedupe; with pairs, every candidate is judged. */
export const FILES = '-o kept.jsonl --removed removed.jsonl --groups groups.jsonl --rejects rejects.jsonl --json'
export const ALL = `--pairs pairs.jsonl ${FILES}`
