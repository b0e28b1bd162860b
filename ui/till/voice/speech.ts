// The words of an amount and their recording. Loaded when the first amount is read aloud.
import type { Language } from '../../kit/language.ts'
import { paidWords } from './amount-words.model.ts'
import clips from './clips.json' with { type: 'json' }
import english from './voice-en.mp3' with { type: 'file' }
import swahili from './voice-sw.mp3' with { type: 'file' }

const files: Readonly<Record<Language, string>> = { sw: swahili, en: english }
/** The start and length of each word's clip, in milliseconds. */
const tables: Readonly<Record<Language, Readonly<Record<string, readonly number[]>>>> = clips
const recordings = new Map<Language, Promise<AudioBuffer>>()

/** Loads the recording of a language once; after a failure the next call loads it again. */
function recordingIn(language: Language): Promise<AudioBuffer> {
  const recording = recordings.get(language)
  if (recording) return recording
  const loaded = fetch(files[language])
    .then(answer => answer.arrayBuffer())
    .then(file => new OfflineAudioContext(1, 1, 22_050).decodeAudioData(file))
  recordings.set(language, loaded)
  loaded.catch(() => recordings.delete(language))
  return loaded
}

/**
 * Plays the clips of an amount (whole shillings) one after the other. `startsAt` is by the clock of
 * `performance`; `signal` ends it.
 */
export async function speak(
  amount: number,
  startsAt: number,
  context: AudioContext,
  signal: AbortSignal,
): Promise<void> {
  const language = document.documentElement.lang === 'sw' ? 'sw' : 'en'
  const buffer = await recordingIn(language).catch(() => undefined)
  if (!buffer || signal.aborted) return
  let begins = context.currentTime + Math.max(0, startsAt - performance.now()) / 1_000
  for (const word of paidWords(amount, language)) {
    const [start = 0, length = 0] = tables[language][word] ?? []
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(context.destination)
    source.start(begins, start / 1_000, length / 1_000)
    signal.addEventListener('abort', () => source.stop())
    begins += length / 1_000
  }
}
