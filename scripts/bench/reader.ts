// One API client over one raw keep-alive connection, one request at a time: the cheapest possible client, so
// that mostly the server is measured.

export interface Reader {
  /**
   * Sends a request. Resolves to the ms until the whole answer came, and its body: a file as its text, with
   * the sizes of its chunks. Throws unless 200.
   */
  get(path: string): Promise<{ readonly ms: number; readonly body: unknown }>
  end(): void
}

/** The end of an answer that is sent in chunks: an empty chunk. */
const lastChunk = '\r\n0\r\n\r\n'

/**
 * Returns whether an answer is complete: it has all the bytes that its content-length announces or, if it is
 * sent in chunks, the last chunk has arrived.
 */
function isComplete(bytes: Buffer): boolean {
  const bodyAt = bytes.indexOf('\r\n\r\n') + 4
  if (bodyAt < 4) return false
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, bodyAt))?.[1]
  if (length !== undefined) return bytes.length >= bodyAt + Number(length)
  return bytes.length > bodyAt && bytes.toString('latin1', bytes.length - lastChunk.length) === lastChunk
}

/** Opens the connection of a client with this API key or token. */
export async function newReader(port: number, key: string): Promise<Reader> {
  let bytes = Buffer.alloc(0)
  let onAnswer: (answer: Buffer) => void = () => {}
  let onError: (error: Error) => void = () => {}
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        bytes = Buffer.concat([bytes, chunk])
        if (isComplete(bytes)) onAnswer(bytes)
      },
      close: () => onError(new Error('the server closed the connection')),
      error: (_, error) => onError(error),
    },
  })
  return {
    async get(path) {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      bytes = Buffer.alloc(0)
      onAnswer = resolve
      onError = reject
      const startMs = performance.now()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
      const answer = await promise
      const ms = performance.now() - startMs
      const bodyAt = answer.indexOf('\r\n\r\n') + 4
      const [head, body] = [answer.toString('latin1', 0, bodyAt), answer.toString('utf8', bodyAt)]
      const isJson = /content-type: application\/json/i.test(head)
      if (!head.startsWith('HTTP/1.1 200'))
        throw new Error(`${path} was answered with ${head.split('\r\n')[0]} ${body}`)
      return { ms, body: isJson ? JSON.parse(body) : body }
    },
    end: () => void socket.end(),
  }
}
