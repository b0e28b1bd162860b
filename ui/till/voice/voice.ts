// Reads aloud the amount of a sale that its network has confirmed. A setting of this device, off by default.
// Its code and clips load only when they are needed, while the tone plays.
import { runningContext, soundIsOn } from '../../kit/sound.ts'
import { isBoolean, readStored, writeStored } from '../../kit/storage.ts'

const voiceStorageKey = 'till.voice'
/** Returns whether the till reads amounts aloud. */
export const saysAmounts = (): boolean => readStored(voiceStorageKey, isBoolean) === true

const loadSpeech = () => import('./speech.ts')
let saying = new AbortController()
/** Stops the voice. */
export const stopSaying = (): void => saying.abort()

/** Reads an amount in whole shillings aloud, in the language of this page, after the tone. */
export function sayPaid(amount: number, delayMs = 750): void {
  const context = runningContext()
  if (!context || !saysAmounts() || !soundIsOn()) return
  stopSaying()
  saying = new AbortController()
  const startsAt = performance.now() + delayMs
  const { signal } = saying
  // If the clips cannot be loaded, the till stays silent.
  loadSpeech().then(({ speak }) => speak(amount, startsAt, context, signal), console.warn)
}

/** Switches the voice, and plays an example when it is switched on. */
export function setSaysAmounts(isOn: boolean): void {
  writeStored(voiceStorageKey, isOn)
  stopSaying()
  sayPaid(5_000, 0)
}
