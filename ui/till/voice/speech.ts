// The words of an amount and their recording. Loaded when the first amount is read aloud.
import type { Language } from '../../kit/language.ts'
import { paidWords } from './amount-words.model.ts'
import clips from './clips.json' with { type: 'json' }
import english from './voice-en.mp3' with { type: 'file' }
import swahili from './voice-sw.mp3' with { type: 'file' }

const recordingUrls: Readonly<Record<Language, string>> = { sw: swahili, en: english }
/** The start and length of each word's clip within its recording, in milliseconds. */
const clipTables: Readonly<Record<Language, Readonly<Record<string, readonly number[]>>>> = clips
/** The samples per second of the recordings (scripts/voice.ts). */
const sampleRate = 22_050
const recordings = new Map<Language, Promise<AudioBuffer>>()

/** Loads the recording of a language once; after a failure the next call loads it again. */
function recordingIn(language: Language): Promise<AudioBuffer> {
  const recording = recordings.get(language)
  if (recording) return recording
  const loading = fetch(recordingUrls[language])
    .then(answer => answer.arrayBuffer())
    .then(file => new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(file))
  recordings.set(language, loading)
  loading.catch(() => recordings.delete(language))
  return loading
}

/**
 * Reads aloud that an amount is paid: plays the clips of its words one after the other, in the language of
 * the page. If the recording cannot be loaded, it plays nothing.
 * @param amount in whole shillings
 * @param startsAt when the first word begins, by `performance.now()`; in the past, it begins at once
 * @param signal stops the voice
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
  let clipStart = context.currentTime + Math.max(0, startsAt - performance.now()) / 1_000
  for (const word of paidWords(amount, language)) {
    const [startMs = 0, lengthMs = 0] = clipTables[language][word] ?? []
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(context.destination)
    source.start(clipStart, startMs / 1_000, lengthMs / 1_000)
    signal.addEventListener('abort', () => source.stop())
    clipStart += lengthMs / 1_000
  }
}
