// Server-sent events as text, read piece by piece (HTML standard, 9.2.6): whole messages come out, whatever
// the pieces are.

interface Message {
  /** `message` when it carries no name. */
  readonly name: string
  readonly data: string
}

export interface Reader {
  /** Takes the next piece; answers the messages it completes. */
  take(piece: string): Message[]
  /** The place to come back to: the newest id that was sent. */
  lastId(): string | undefined
}

/** @param lastId the place it starts from */
export function newReader(lastId: string | undefined): Reader {
  let rest = ''
  let id = lastId
  let newId = lastId
  let name = ''
  let data: string[] = []

  /** An empty line ends a message; one without data only moves the place. */
  function end(): Message[] {
    id = newId
    const message = { name: name || 'message', data: data.join('\n') }
    const isMessage = data.length > 0
    name = ''
    data = []
    return isMessage ? [message] : []
  }

  function line(text: string): Message[] {
    if (text === '') return end()
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') newId = value
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
    return []
  }

  return {
    take(piece) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      return lines.flatMap(text => line(text.replace(/\r$/, '')))
    },
    lastId: () => id,
  }
}
