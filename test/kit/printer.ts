// A receipt printer for tests: a real listener on a real socket that records its pages, and a reader that
// sees them as the printer's head would. Any byte that is neither a letter nor a known command is a fault of
// the page.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { assert } from '../../src/domain/fault.ts'

/**
 * `prints`: takes the page and closes. `hangs`: takes it and never closes. `answers`: answers that it is
 * through, or out of paper (`runs out`), and never closes. `resets`: breaks off once it is connected.
 */
export type PrinterBehavior = 'prints' | 'hangs' | 'answers' | 'runs out' | 'resets'

interface SeenLine {
  readonly text: string
  readonly isBold: boolean
  readonly width: number
  readonly height: number
}
/** A barcode: its kind by the number that the command has, its data, and its size in dots. */
interface SeenBars {
  readonly kind: number
  readonly data: string
  readonly dots: number // of a module
  readonly height: number
}
export interface Page {
  readonly lines: readonly SeenLine[]
  readonly text: string // the lines as one text
  readonly codes: readonly string[] // the content of each QR code
  readonly bars: readonly SeenBars[]
  readonly cuts: number
  readonly questions: number // how often it asks for the printer's state
}

export type Printer = Awaited<ReturnType<typeof openPrinter>>

/** @param port of one that was switched off before; by default any */
export async function openPrinter({ port = 0 }: { readonly port?: number } = {}) {
  const sockets = new Set<Socket>()
  const pages: Page[] = []
  const heard = new Set<() => void>()
  const state: { behavior: PrinterBehavior; together: number; most: number; calls: number } = {
    behavior: 'prints',
    together: 0,
    most: 0,
    calls: 0,
  }
  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket)
    state.together++
    state.calls++
    for (const call of heard) call()
    state.most = Math.max(state.most, state.together)
    const parts: Buffer[] = []
    const { behavior } = state
    if (behavior === 'resets') socket.resetAndDestroy()
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      state.together--
    })
    socket.on('end', () => {
      if (behavior === 'hangs' || behavior === 'resets') return
      const page = readPage(Buffer.concat(parts))
      if (behavior === 'runs out') return socket.write(Buffer.from([0x0c]))
      pages.push(page)
      for (const call of heard) call()
      // An unrequested state, the pause of a full buffer, and then the answer in pieces.
      if (behavior === 'answers')
        for (const said of page.questions > 0 ? [[0x10, 0x0f], [0, 0, 0x13], [0]] : [])
          socket.write(Buffer.from(said))
      else socket.end()
    })
  })
  const until = (isSo: () => boolean) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (!isSo()) return
        heard.delete(look)
        resolve()
      }
      heard.add(look)
      look()
    })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    pages,
    /** Returns how often someone connected. */
    calls: () => state.calls,
    /** Returns the most pages that it received in parallel. */
    mostTogether: () => state.most,
    becomes(behavior: PrinterBehavior) {
      state.behavior = behavior
    },
    last(): Page {
      const page = pages.at(-1)
      assert(page, 'a page was printed')
      return page
    },
    /** Waits until this many pages were printed. */
    printed: (count: number) => until(() => pages.length >= count),
    /** Waits until someone connected so often. */
    called: (count: number) => until(() => state.calls >= count),
    /** Ends open connections and stops listening: its port refuses. */
    async off(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Reads a page as ESC/POS. */
export function readPage(bytes: Uint8Array): Page {
  const lines: SeenLine[] = []
  const codes: string[] = []
  const bars: SeenBars[] = []
  const barSize = { dots: 3, height: 162 }
  const look = { isBold: false, width: 1, height: 1 }
  let wasBold = false
  let line = ''
  let lineLook = look
  let stored = ''
  let cuts = 0
  let questions = 0
  let at = 0
  const next = (): number => {
    const byte = bytes[at++]
    assert(byte !== undefined, 'the page ends in the middle of a command')
    return byte
  }
  const commands: Record<string, () => void> = {
    '\x1b@': () => {},
    '\x1c.': () => {},
    '\x1bM': () => assert(next() === 0, 'the usual font'),
    '\x1bt': () => assert(next() === 0, 'the usual code page'),
    '\x1ba': () => assert(next() <= 2, 'an alignment'),
    '\x1bE': () => {
      look.isBold = next() === 1
    },
    '\x1d!': () => {
      const size = next()
      Object.assign(look, { width: (size >> 4) + 1, height: (size & 15) + 1 })
    },
    '\x1dV': () => {
      assert(next() <= 1, 'a cut')
      cuts++
    },
    '\x1dr': () => {
      assert(next() === 1, 'the state of the paper')
      questions++
    },
    '\x1dh': () => {
      barSize.height = next()
    },
    '\x1dw': () => {
      barSize.dots = next()
    },
    '\x1dH': () => assert(next() === 0, 'no characters under bars: they are a line of their own'),
    '\x1dk': () => {
      const kind = next()
      // Up to 6 the data ends with a zero; from 65 on its length comes first.
      const length = kind > 6 ? next() : bytes.indexOf(0, at) - at
      bars.push({ kind, data: new TextDecoder().decode(bytes.slice(at, at + length)), ...barSize })
      at += kind > 6 ? length : length + 1
    },
    '\x1d(': () => {
      assert(next() === 0x6b, 'a code')
      const length = next() + next() * 256
      const data = bytes.slice(at, at + length)
      at += length
      assert(data[0] === 49, 'a QR code')
      if (data[1] === 80) stored = new TextDecoder().decode(data.slice(3))
      if (data[1] === 81) codes.push(stored)
    },
  }
  while (at < bytes.length) {
    const byte = next()
    if (byte === 10) {
      lines.push({ text: line, ...lineLook, isBold: wasBold })
      ;[line, wasBold, lineLook] = ['', false, { ...look }]
    } else if (byte >= 32 && byte < 127) {
      // Leading spaces centre a line; they are kept.
      if (byte !== 32) lineLook = { ...look }
      wasBold ||= byte !== 32 && look.isBold
      line += String.fromCharCode(byte)
    } else {
      const command = commands[String.fromCharCode(byte, next())]
      assert(command, `byte ${byte} at ${at} begins no command`)
      command()
    }
  }
  assert(line === '', 'the last line is fed')
  return { lines, text: lines.map(({ text }) => text).join('\n'), codes, bars, cuts, questions }
}
