// Reads request bodies: JSON only, checked against a schema. It counts the bytes itself, because Bun answers
// requests above its own limit without our envelope.
import { CloneType, type Static, type TSchema, Type } from '@sinclair/typebox'
import { badField, fault } from '../../domain/fault.ts'
import { emptyFieldStrip } from '../../wire/empty.ts'
import { readJson } from '../../wire/json.ts'
import { reader } from '../../wire/shape.ts'

/** The default limit of a body in bytes: 256 KiB. */
const bodyMax = 262_144

/** How much of an unknown encoding an error repeats. */
const shownEncodingMax = 40
const mebibyte = 1_048_576
/** Returns the fault of a body with more than `max` bytes. */
const tooLarge = (max: number) =>
  fault('body_too_large', { size: max < mebibyte ? `${max / 1_024} KiB` : `${max / mebibyte} MiB` })
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Checks that a body is not compressed. @throws Fault `unsupported_media_type` for any content-encoding */
function assertPlain(request: Request): void {
  const encoding = request.headers.get('content-encoding')?.trim() ?? ''
  if (encoding !== '' && encoding.toLowerCase() !== 'identity')
    throw fault('body_encoded', { encoding: encoding.slice(0, shownEncodingMax) })
}

/**
 * Reads the body as bytes.
 * @throws Fault `payload_too_large` when it has more than `max` bytes, `unsupported_media_type` when it is
 * compressed, `validation_error` when the caller disconnected
 */
export async function readBytes(request: Request, max = bodyMax): Promise<Uint8Array<ArrayBuffer>> {
  assertPlain(request)
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) > max) throw tooLarge(max)
  try {
    // A body with a content-length has no more bytes than that, so only one without it must be counted.
    return await (length === null ? readCountedBytes(request, max) : request.bytes())
  } catch (error) {
    if (request.signal.aborted) throw fault('request_unreadable')
    throw error
  }
}

/**
 * Reads a body without a `content-length`, and stops once it has more than `max` bytes.
 * @throws Fault `payload_too_large`
 */
async function readCountedBytes(request: Request, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.length
    if (size > max) throw tooLarge(max)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Reads a body that is too large for memory, and yields each piece as it arrives.
 * @param max the largest body, in bytes
 * @throws Fault `payload_too_large`, `unsupported_media_type`, or `validation_error` when the caller
 * disconnected
 */
export async function* readPieces(request: Request, max: number): AsyncGenerator<Uint8Array> {
  assertPlain(request)
  if (Number(request.headers.get('content-length')) > max) throw tooLarge(max)
  let size = 0
  try {
    for await (const part of request.body ?? []) {
      size += part.length
      if (size > max) throw tooLarge(max)
      yield part
    }
  } catch (error) {
    if (request.signal.aborted) throw fault('request_unreadable')
    throw error
  }
}

/** Reads the body as UTF-8. @throws as `readBytes`, and Fault naming `body` when it is no UTF-8 */
export const readText = async (request: Request, max = bodyMax): Promise<string> =>
  textOf(await readBytes(request, max))

/** Decodes a body as UTF-8. @throws Fault naming `body` when it is no UTF-8 */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badField('body', 'body_not_utf8')
  }
}

const isJson = (type: string | null) =>
  type === 'application/json' || /^application\/json\s*(;|$)/i.test(type ?? '')

/** Checks that the content type is JSON. @throws Fault `unsupported_media_type` for any other */
export function assertJson(request: Request): void {
  if (!isJson(request.headers.get('content-type'))) throw fault('body_not_json')
}

/** The part of Elysia's context that reading a body uses. */
interface BodyContext {
  readonly request: Request
  body: unknown
}

/**
 * Returns the options of a route that takes a JSON body of this shape: its handler gets `body` typed and
 * checked. A body of another shape is answered with `validation_error`.
 */
export function jsonBody<T extends TSchema>(schema: T) {
  return bodyOptions(schema, reader(schema))
}

/**
 * Returns the options of `jsonBody` for a route that creates an object: optional fields that are empty (null,
 * `""`) are first removed from the body, so that they count as absent (wire/empty.ts).
 */
export function createBody<T extends TSchema>(schema: T) {
  return bodyOptions(schema, strippingReader(schema))
}

/** Returns a function that removes the empty optional fields of a value, then checks and returns it. */
function strippingReader<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const read = reader(schema)
  const stripEmptyFields = emptyFieldStrip(schema)
  return value => {
    stripEmptyFields(value)
    return read(value)
  }
}

/**
 * Returns the options of a route whose handler gets what `read` returns for the parsed body. `parse: 'none'`
 * switches off Elysia's own parser and validator, because they coerce and strip values, and answer in another
 * format.
 */
function bodyOptions<T extends TSchema>(schema: T, read: (value: unknown) => Static<T>) {
  return {
    body: CloneType(schema), // Elysia modifies the schema it is given to forbid unknown fields
    parse: 'none' as const,
    transform: async (context: BodyContext) => {
      assertJson(context.request)
      context.body = read(readJson(await readText(context.request)))
    },
  }
}

/**
 * Returns the options of a route whose JSON body may be omitted. Without a body, the handler's `body` is
 * undefined, and the content type is not checked. A given body is treated as in `createBody`.
 */
export function optionalJsonBody<T extends TSchema>(schema: T) {
  const read = strippingReader(schema)
  return {
    body: Type.Optional(CloneType(schema)),
    parse: 'none' as const,
    transform: async (context: BodyContext) => {
      const text = await readText(context.request)
      if (text.trim() === '') {
        context.body = undefined
        return
      }
      assertJson(context.request)
      context.body = read(readJson(text))
    },
  }
}
