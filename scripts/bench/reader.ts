// One API client over one raw keep-alive connection, one request at a time: the cheapest possible client, so
// that mostly the server is measured.

export interface Reader {
  /** Sends a request. Resolves to the ms until the whole answer came, and its body. Throws unless 200. */
  get(path: string): Promise<{ readonly ms: number; readonly body: unknown }>
  end(): void
}

/**
 * Returns the size of an answer, head and body, from its content-length; undefined until the head is
 * complete.
 */
function lengthOf(bytes: Buffer): number | undefined {
  const bodyAt = bytes.indexOf('\r\n\r\n') + 4
  const length =
    bodyAt < 4 ? undefined : /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, bodyAt))?.[1]
  return length === undefined ? undefined : bodyAt + Number(length)
}

/** Opens the connection of a client with this API key. */
export async function newReader(port: number, key: string): Promise<Reader> {
  let bytes = Buffer.alloc(0)
  let wanted: number | undefined
  let onAnswer: (answer: Buffer) => void = () => {}
  let onError: (error: Error) => void = () => {}
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        bytes = Buffer.concat([bytes, chunk])
        wanted ??= lengthOf(bytes)
        if (wanted !== undefined && bytes.length >= wanted) onAnswer(bytes)
      },
      close: () => onError(new Error('the server closed the connection')),
      error: (_, error) => onError(error),
    },
  })
  return {
    async get(path) {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      bytes = Buffer.alloc(0)
      wanted = undefined
      onAnswer = resolve
      onError = reject
      const startMs = performance.now()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
      const answer = await promise
      const ms = performance.now() - startMs
      const [head = '', body = ''] = answer.toString('utf8').split('\r\n\r\n')
      if (!head.startsWith('HTTP/1.1 200'))
        throw new Error(`${path} was answered with ${head.split('\r\n')[0]} ${body}`)
      return { ms, body: JSON.parse(body) }
    },
    end: () => void socket.end(),
  }
}
