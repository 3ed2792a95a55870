/** Reads fingerprints of 64, 128 or 256 bits, as hexadecimal or decimal digits or as base64. */
import { LeitongError } from '../../errors.js'
import { shownValue } from './method.js'

export type Encoding = 'auto' | 'hex' | 'decimal' | 'base64'
export type GivenBits = 64 | 128 | 256

const HEX = /^(?:0x)?([0-9a-f]+)$/i
const DECIMAL = /^-?\d+$/
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
/** TLSH: a version, then 70 digits of which the first six are a checksum, a length and ratios. Its distance counts no bits. */
const TLSH = /^T1[0-9a-f]{70}$/i
const SSDEEP = /^\d+:[A-Za-z0-9+/]+:[A-Za-z0-9+/]+$/

const bitsOf = (bytes: number): GivenBits | undefined => (bytes === 8 ? 64 : bytes === 16 ? 128 : bytes === 32 ? 256 : undefined)

function refuse(value: unknown, why: string): never {
  throw new LeitongError('SIGNATURE_VALUE', shownValue(value), 'fingerprint', why)
}

/**
 * A fingerprint as bytes, the highest first.
 *
 * @param stated  its bits, where they are known
 * @returns 8, 16 or 32 bytes
 * @throws {LeitongError} `SIGNATURE_VALUE`
 * @example readFingerprint('ff00ff00ff00ff00', 'auto', undefined).length // 8
 */
export function readFingerprint(value: unknown, encoding: Encoding, stated: GivenBits | undefined): Uint8Array {
  if (typeof value === 'bigint' || typeof value === 'number') return fromDecimal(value, String(value), stated)
  if (typeof value !== 'string') return refuse(value, 'it is neither a text nor a whole number')
  const text = value.trim()
  if (TLSH.test(text) || SSDEEP.test(text))
    return refuse(value, 'the distance of TLSH and ssdeep counts no bits; docs/signatures-elsewhere.md has an adapter for TLSH')
  const how = encoding === 'auto' ? encodingOf(text) : encoding
  switch (how) {
    case 'hex':
      return fromHex(value, text, stated)
    case 'decimal':
      return fromDecimal(value, text, stated)
    case 'base64':
      return fromBase64(value, text, stated)
    default:
      return refuse(value, 'it is neither 16, 32 or 64 hexadecimal digits, nor decimal digits, nor base64 of 8, 16 or 32 bytes')
  }
}

/** Digits in the length of a fingerprint are hexadecimal, whatever digits they are. */
function encodingOf(text: string): Exclude<Encoding, 'auto'> | undefined {
  const digits = HEX.exec(text)?.[1]
  if (digits !== undefined && (bitsOf(digits.length / 2) || text.startsWith('0x'))) return 'hex'
  if (DECIMAL.test(text)) return 'decimal'
  return BASE64.test(text) && bitsOf(Math.floor((text.replace(/=+$/, '').length * 3) / 4)) ? 'base64' : undefined
}

function fromHex(value: string, text: string, stated: GivenBits | undefined): Uint8Array {
  const digits = HEX.exec(text)?.[1]
  if (digits === undefined) return refuse(value, 'it is not hexadecimal')
  const bits = bitsOf(digits.length / 2)
  // Leading zeros that somebody left out are there again where the bits are known.
  if (stated !== undefined && digits.length * 4 <= stated) return bytesOfHex(digits.padStart(stated / 4, '0'))
  if (bits === undefined || stated !== undefined) return refuse(value, sizeOf(digits.length * 4, stated))
  return bytesOfHex(digits)
}

/** Of an even number of digits. */
function bytesOfHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitOf(digits, 2 * i) << 4) | digitOf(digits, 2 * i + 1)
  return bytes
}

/** The value of a hexadecimal digit: letters have bit 6, and their lower four bits count from 1. */
function digitOf(digits: string, at: number): number {
  const code = digits.charCodeAt(at)
  return (code & 15) + 9 * (code >> 6)
}

const sizeOf = (bits: number, stated: GivenBits | undefined) =>
  `it has ${bits} bits, and ${stated === undefined ? '64, 128 or 256 are compared' : `fingerprint-bits is ${stated}`}`

function fromDecimal(value: unknown, text: string, stated: GivenBits | undefined): Uint8Array {
  if (!DECIMAL.test(text)) return refuse(value, 'it is no whole number')
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return refuse(value, 'a number beyond 2^53 has lost digits')
  if (stated === undefined) return refuse(value, 'how many bits a decimal number has cannot be told: state fingerprint-bits')
  const number = BigInt(text)
  // A database without unsigned numbers has the upper half of them below 0.
  if (number >= 1n << BigInt(stated) || number < -(1n << BigInt(stated - 1))) return refuse(value, `it does not fit into ${stated} bits`)
  return bytesOf(BigInt.asUintN(stated, number), stated)
}

function fromBase64(value: string, text: string, stated: GivenBits | undefined): Uint8Array {
  const bytes = bytesOfBase64(text)
  if (!bytes) return refuse(value, 'it is no base64')
  const bits = bitsOf(bytes.length)
  if (bits === undefined || (stated !== undefined && bits !== stated)) return refuse(value, sizeOf(bytes.length * 8, stated))
  return bytes
}

/** The bytes of base64 in either alphabet, with or without padding; undefined for anything else. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64.test(text)) return undefined
  try {
    const characters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(characters.length)
    for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i)
    return bytes
  } catch {
    return undefined
  }
}

function bytesOf(number: bigint, bits: GivenBits): Uint8Array {
  const bytes = new Uint8Array(bits / 8)
  let rest = number
  for (let i = bytes.length - 1; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 0xffn)
  return bytes
}
