// How `kaunta listen` reads an event stream: each event once, however the bytes are cut, and after a break
// from the last id on. The stream comes from a simulated terminal.
import { describe, expect, test } from 'bun:test'
import { CommandError } from '../../src/cli/client.ts'
import { listenToEvents } from '../../src/cli/listen.ts'

const line = { type: 'payment.completed', reference: 'ref', created_at: 'then', headers: null, body: null }
const data = (id: string) => `data: ${JSON.stringify({ ...line, id })}`

/** Listens to one stream, then to a server that refuses. @returns what it printed and where it continued */
async function listenTo(pieces: readonly string[], options: { print?: boolean } = {}) {
  const encoder = new TextEncoder()
  const answers = [
    () => new Response(new ReadableStream({ pull: controller => send(controller) })),
    () => Response.json({ message: 'refused' }, { status: 403 }),
  ]
  const waiting = [...pieces]
  function send(controller: ReadableStreamDefaultController<Uint8Array>) {
    const piece = waiting.shift()
    if (piece === undefined) controller.close()
    else controller.enqueue(encoder.encode(piece))
  }
  const printed: string[] = []
  const warned: string[] = []
  const places: (string | null)[] = []
  const listening = listenToEvents(
    {
      async fetch(_, { headers }) {
        places.push(new Headers(headers).get('last-event-id'))
        return answers.shift()?.() ?? new Response()
      },
      after(ms, call) {
        if (ms < 20_000) queueMicrotask(call)
        return () => {}
      },
      elapsed: () => 0,
      print: text => printed.push(text),
      warn: text => warned.push(text),
    },
    { url: 'http://kaunta', key: 'kn_test_x', ...options },
  )
  await expect(listening).rejects.toBeInstanceOf(CommandError)
  return { ids: printed.slice(1).map(text => text.split(' ').slice(3).join(' ')), places, printed, warned }
}

const cases: [what: string, text: string, ids: string[], place: string | null][] = [
  ['an event', `id: 1\nevent: event\n${data('a')}\n\n`, ['a'], '1'],
  [
    'two lines of data',
    'data: {"id":"a","created_at":"then",\ndata: "type":"x","reference":"r"}\n\n',
    ['a'],
    null,
  ],
  ['an id alone', 'retry: 5\nid: 7\n\n', [], '7'],
  ['an id whose message did not end', 'id: 7\n', [], null],
  ['comments', ': ping\n\n:\n\n', [], null],
  ['carriage returns', `id: 2\r\n${data('a')}\r\n\r\n`, ['a'], '2'],
  ['a resent event without an id', `id: 3\n\nevent: resent\n${data('a')}\n\n`, ['a (sent again)'], '3'],
  [
    'a name that ends with its event',
    `event: resent\n${data('a')}\n\n${data('b')}\n\n`,
    ['a (sent again)', 'b'],
    null,
  ],
]
describe('an event stream, whole and letter by letter', () => {
  test.each(cases)('%s', async (_, text, ids, place) => {
    const found = { ids, places: [null, place] }
    expect(await listenTo([text])).toMatchObject(found)
    expect(await listenTo([...text])).toMatchObject(found)
  })
})

test('--print prints the body of each event and nothing else', async () => {
  const body = '{"id":"evt_1","type":"payment.completed"}'
  const whole = `data: ${JSON.stringify({ ...line, id: 'a', headers: {}, body })}\n\n`
  const { printed, warned } = await listenTo([whole, `${data('b')}\n\n`], { print: true })
  expect(printed).toEqual([body])
  expect(warned.slice(0, 2)).toEqual(['listening to http://kaunta', 'then payment.completed ref b'])
})
