// Reads aloud the amount of a sale that its network has confirmed. A setting of this device, off by default.
// Its code and clips load only when they are needed, while the tone plays.
import { runningContext, soundIsOn } from '../../kit/sound.ts'
import { isBoolean, readStored, writeStored } from '../../kit/storage.ts'

const voiceStorageKey = 'till.voice'
/** Returns whether the till reads amounts aloud. */
export const saysAmounts = (): boolean => readStored(voiceStorageKey, isBoolean) === true

const loadSpeech = () => import('./speech.ts')
/** Aborting it stops the current speech. */
let speaking = new AbortController()
/** Stops the voice. */
export const stopSaying = (): void => speaking.abort()

/** How long after the start of its tone a paid amount is read, so that both can be heard. */
const afterToneMs = 750

/** Reads a paid amount in whole shillings aloud after the delay, if the voice and the sound are on. */
export function sayPaid(amount: number, delayMs = afterToneMs): void {
  const context = runningContext()
  if (!context || !saysAmounts() || !soundIsOn()) return
  stopSaying()
  speaking = new AbortController()
  const startsAt = performance.now() + delayMs
  const { signal } = speaking
  // If the clips cannot be loaded, the till stays silent.
  loadSpeech().then(({ speak }) => speak(amount, startsAt, context, signal), console.warn)
}

/** Switches the voice, and reads out an example when it is switched on. */
export function setSaysAmounts(isOn: boolean): void {
  writeStored(voiceStorageKey, isOn)
  stopSaying()
  sayPaid(5_000, 0) // silent if the voice was switched off
}
