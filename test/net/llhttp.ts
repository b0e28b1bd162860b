// Node's own parser of HTTP/1 (llhttp, which Bun contains) as a reader of one response, to compare with ours.
// It is fed byte by byte, as node:http's client feeds it for a POST.

/** A reader's result for some bytes. */
export type Reading =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly isReusable: boolean
    }
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'waiting' | 'upgrade' }

interface Parser {
  initialize(type: number, resource: object): void
  execute(bytes: Buffer): number | Error
  finish(): number | Error | undefined
  [callback: number]: (...values: never[]) => number | undefined
}
interface ParserClass {
  new (): Parser
  readonly RESPONSE: number
  readonly kOnHeaders: number
  readonly kOnHeadersComplete: number
  readonly kOnBody: number
  readonly kOnMessageComplete: number
}
// Not in the types: Node keeps it for old dependents.
const { binding } = process as unknown as { binding(name: 'http_parser'): { HTTPParser: ParserClass } }
const { HTTPParser } = binding.call(process, 'http_parser')

/** Reads the first final response of `bytes`; `hasEnded` when the connection ends after them. */
export function readByLlhttp(bytes: Buffer, hasEnded: boolean): Reading {
  const parser = new HTTPParser()
  parser.initialize(HTTPParser.RESPONSE, {})
  const pairs: string[] = []
  const body: Buffer[] = []
  let status = 0
  /** A final response has begun: not one of 100 to 199. */
  let isFinal = false
  let isLasting = false
  let isUpgrade = false
  let isComplete = false
  parser[HTTPParser.kOnHeaders] = (more: string[]) => {
    if (!isFinal) pairs.push(...more)
    return 0
  }
  parser[HTTPParser.kOnHeadersComplete] = (...values: unknown[]) => {
    const [, , more, , , code, , upgrade, keepAlive] = values
    status = Number(code)
    isLasting = keepAlive === true
    isUpgrade = upgrade === true
    if (Array.isArray(more)) pairs.push(...more)
    isFinal = status < 100 || status >= 200
    if (isFinal) return 0
    pairs.length = 0
    return isUpgrade ? 2 : 1
  }
  parser[HTTPParser.kOnBody] = (part: Buffer) => {
    body.push(Buffer.from(part))
    return 0
  }
  parser[HTTPParser.kOnMessageComplete] = () => {
    isComplete = isFinal
    return 0
  }
  const answered = (isWhole: boolean): Reading => ({
    kind: 'answered',
    status,
    headers: headersOf(pairs),
    body: new TextDecoder().decode(Buffer.concat(body)),
    isReusable: isWhole && isLasting,
  })
  for (let at = 0; at < bytes.length; at++) {
    const result = parser.execute(bytes.subarray(at, at + 1))
    if (isUpgrade) return { kind: 'upgrade' }
    if (isComplete) return answered(at + 1 === bytes.length)
    if (typeof result !== 'number') return { kind: 'error', error: codeOf(result) }
  }
  if (!hasEnded) return { kind: 'waiting' }
  const result = parser.finish()
  if (isComplete) return answered(false)
  return { kind: 'error', error: codeOf(result) }
}

function headersOf(pairs: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at]?.toLowerCase() ?? ''
    const before = headers.get(name)
    const value = pairs[at + 1] ?? ''
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(headers)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'closed without a response'
