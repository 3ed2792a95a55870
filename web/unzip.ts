/** What a page holds packed: gzipped, in base64. */
export function unzipped(base64: string): Response {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  // A function for each byte would take fifty times as long, and the page would stand still.
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
}
