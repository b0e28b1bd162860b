// Two tones that cannot be mistaken for each other: paid rises, failed falls. Browsers stay silent until
// the page was touched.

import { isBoolean, readStored } from './storage.ts'

type Tone = 'paid' | 'failed'
interface Note {
  readonly hertz: number
  /** When it begins and how long it sounds, in seconds. */
  readonly at: number
  readonly lasts: number
}

const notes: Readonly<Record<Tone, readonly Note[]>> = {
  paid: [
    { hertz: 659.3, at: 0, lasts: 0.16 },
    { hertz: 830.6, at: 0.12, lasts: 0.16 },
    { hertz: 987.8, at: 0.24, lasts: 0.5 },
  ],
  failed: [
    { hertz: 233.1, at: 0, lasts: 0.22 },
    { hertz: 174.6, at: 0.26, lasts: 0.5 },
  ],
}
const wave: Readonly<Record<Tone, OscillatorType>> = { paid: 'triangle', failed: 'square' }
const loudness: Readonly<Record<Tone, number>> = { paid: 0.5, failed: 0.16 }

/** How long a tone rises to its loudness, in seconds. */
const riseSeconds = 0.012
/** The volume that ends a tone: an exponential ramp cannot reach 0. */
const nearlySilent = 0.001
/** Times of shaking and rest in turn, in milliseconds. */
const vibration: Readonly<Record<Tone, number[]>> = { paid: [90, 60, 180], failed: [320] }

let context: AudioContext | undefined

/** Starts the audio context, which browsers allow only after a tap or a key. */
function unlockSound(): void {
  context ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext()
  if (context?.state === 'suspended') void context.resume()
}

/** Unlocks the sound on the first touch or key of the page. */
export function unlockSoundOnTouch(): void {
  for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, unlockSound, { passive: true })
}

/** Returns the audio context; undefined until the browser allows sound. */
export const runningContext = (): AudioContext | undefined =>
  context?.state === 'running' ? context : undefined

/** Returns whether sound is on in this browser's settings. */
export const soundIsOn = (): boolean => readStored('sound', isBoolean) !== false

/** Plays a tone if sound is on, and shakes a phone that can. */
export function playTone(tone: Tone): void {
  if (!soundIsOn()) return
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibration[tone])
  if (context?.state !== 'running') return
  for (const { hertz, at, lasts } of notes[tone]) {
    const begins = context.currentTime + at
    const oscillator = new OscillatorNode(context, { type: wave[tone], frequency: hertz })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(0, begins)
    volume.gain.linearRampToValueAtTime(loudness[tone], begins + riseSeconds)
    volume.gain.exponentialRampToValueAtTime(nearlySilent, begins + lasts)
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(begins)
    oscillator.stop(begins + lasts)
  }
}
