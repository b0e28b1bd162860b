// Makes the clips with which the till speaks an amount: `bun scripts/voice.ts`. Needs espeak-ng and lame
// (Debian: apt install espeak-ng lame), only here. Each word is spoken alone, trimmed and normalised; all
// words of a language are one file, and clips.json has the start and length of each, in milliseconds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { wordsOf } from '../ui/till/voice/amount-words.model.ts'

const rate = 22_050
const folder = join(import.meta.dir, '../ui/till/voice')
const voices = { sw: 'sw', en: 'en-gb' } as const
/** These end a payment's sentence with a falling voice; other words wait for the next. */
const last: ReadonlySet<string> = new Set(['imelipwa', 'paid'])
/** Short words between two numbers. */
const short: ReadonlySet<string> = new Set(['na', 'and'])
/** The pause after a word. Decoders differ by up to 50 ms in where an MP3 begins. */
const pauseMs = 160
/** Kept after the last sound of a clip. */
const tailMs = 60
const loudness = 0.16
/** The number of samples in a time. */
const samplesOf = (ms: number) => Math.round((ms * rate) / 1_000)

const temporary = mkdtempSync(join(tmpdir(), 'voice-'))
const table: Record<string, Record<string, [start: number, length: number]>> = {}
for (const language of ['sw', 'en'] as const) table[language] = await makeVoice(language)
await Bun.write(join(folder, 'clips.json'), JSON.stringify(table))
await $`bunx biome format --write ${join(folder, 'clips.json')}`.quiet()
rmSync(temporary, { recursive: true })

/** Makes the file of a language. Returns the start and length of each word's clip in ms. */
async function makeVoice(language: 'sw' | 'en') {
  const clips: Record<string, [number, number]> = {}
  const pieces: Float64Array[] = []
  let at = 0
  const add = (piece: Float64Array) => {
    pieces.push(piece)
    at += piece.length
  }
  add(new Float64Array(samplesOf(pauseMs)))
  for (const word of wordsOf[language]) {
    const sound = evenLoudness(trimSilence(await speakWord(word, voices[language])))
    clips[word] = [Math.round((at * 1_000) / rate), Math.round((sound.length * 1_000) / rate) + tailMs]
    add(sound)
    add(new Float64Array(samplesOf(pauseMs)))
  }
  const raw = join(temporary, `${language}.raw`)
  await Bun.write(
    raw,
    Int16Array.from(
      pieces.flatMap(piece => [...piece]),
      sample => Math.round(sample * 32_767),
    ),
  )
  const file = join(folder, `voice-${language}.mp3`)
  await $`lame --silent -r -s 22.05 --bitwidth 16 --signed --little-endian -m m -b 40 -q 0 ${raw} ${file}`
  console.log(
    `${language}: ${wordsOf[language].length} words, ${Math.round(at / rate)} s, ${Bun.file(file).size} bytes`,
  )
  return clips
}

/** Returns a word as espeak-ng speaks it, in samples from -1 to 1. */
async function speakWord(word: string, voice: string): Promise<Float64Array> {
  const file = join(temporary, 'word.wav')
  await $`espeak-ng -v ${voice} -s ${short.has(word) ? 230 : 145} -p 45 -w ${file} ${word + (last.has(word) ? '.' : ',')}`
  const wav = await Bun.file(file).arrayBuffer()
  if (new DataView(wav).getUint32(24, true) !== rate) throw new Error(`espeak-ng: not ${rate} Hz`)
  return Float64Array.from(new Int16Array(wav.slice(44)), sample => sample / 32_768)
}

/** From the first sound to the last, with 5 ms before it and 20 ms after. */
function trimSilence(sound: Float64Array): Float64Array {
  const isLoud = (sample: number) => Math.abs(sample) > 0.01
  const first = sound.findIndex(isLoud)
  if (first < 0) throw new Error('espeak-ng: silence')
  return sound.slice(Math.max(0, first - samplesOf(5)), sound.findLastIndex(isLoud) + samplesOf(20))
}

/** Normalises the loudness without clipping. */
function evenLoudness(sound: Float64Array): Float64Array {
  const mean = Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length)
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const gain = Math.min(loudness / mean, 0.9 / peak)
  return sound.map(sample => sample * gain)
}
