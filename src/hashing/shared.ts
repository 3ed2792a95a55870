/** Memory that threads share, where the host has it: a page that is not isolated has none, and no threads to share it with. */
export const sharedMemory = (bytes: number): ArrayBufferLike =>
  typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes)
