/** The few host globals that the pure rooms may use; every JavaScript host has them. */

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, into: Uint8Array): { read: number; written: number }
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

declare function atob(base64: string): string
declare function btoa(bytes: string): string
