// Records the sound of a page without a loudspeaker: each tone as its first frequency, each piece of a
// recording with its start, its position in the recording, and its length, in seconds.
import type { BrowserContext, Page } from 'playwright-core'

export const paidTone = 659.3
export const failedTone = 233.1

interface Piece {
  readonly when: number
  readonly start: number
  readonly length: number
}

/** Decoding stays the browser's own. */
const listen = `
  window.tones = []
  window.pieces = []
  window.stopped = 0
  window.AudioContext = class { state = 'running'; currentTime = 0; destination = {}; resume() {} }
  window.OscillatorNode = class {
    constructor(_, { frequency }) { window.tones.push(frequency) }
    connect(next) { return next } start() {} stop() {}
  }
  window.AudioBufferSourceNode = class {
    constructor(_, { buffer }) { if (!(buffer instanceof AudioBuffer)) throw new Error('no recording') }
    connect(next) { return next } stop() { window.stopped++ }
    start(when, start, length) { window.pieces.push({ when, start, length }) }
  }
  window.GainNode = class { gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }; connect(next) { return next } }
`

/** Records from the next load on. */
export const recordSound = (context: BrowserContext) => context.addInitScript(listen)
/** Returns the tones since the last call. */
export const tonesOn = (page: Page) => page.evaluate<number[]>('window.tones.splice(0)')
/** Returns the pieces since the last call. */
export const piecesOn = (page: Page) => page.evaluate<Piece[]>('window.pieces.splice(0)')
/** Returns how many pieces were ended since the last call. */
export const stoppedOn = (page: Page) => page.evaluate<number>('[window.stopped, (window.stopped = 0)][0]')
