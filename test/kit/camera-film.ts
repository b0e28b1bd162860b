// A film for Chromium's simulated camera: a still picture of one barcode, drawn from its digits.
import { existsSync, writeFileSync } from 'node:fs'
import { browserCamera } from './browser.ts'

/** The bars of the digits 0 to 9 on the left side of an EAN-13 (GS1 General Specifications, 5.2.1.2.1). */
const left = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011']
left.push('0110111', '0001011')
const right = left.map(bars => bars.replace(/\d/g, bar => (bar === '0' ? '1' : '0')))
const even = right.map(bars => [...bars].reverse().join(''))
/** Which of the first six digits have other bars: this tells the thirteenth, which has none. */
const parities = ['AAAAAA', 'AABABB', 'AABBAB', 'AABBBA', 'ABAABB', 'ABBAAB', 'ABBBAA', 'ABABAB', 'ABABBA']
parities.push('ABBABA')

/** Returns the modules of an EAN-13: 1 is a bar. */
function barsOf(code: string): string {
  const digits = [...code].map(Number)
  const parity = parities[digits[0] ?? 0] ?? ''
  const half = (from: number, barsAt: (digit: number, at: number) => string | undefined) =>
    digits
      .slice(from, from + 6)
      .map(barsAt)
      .join('')
  const first = half(1, (digit, index) => (parity[index] === 'A' ? left : even)[digit])
  return `101${first}01010${half(7, digit => right[digit])}101`
}

const width = 640
const height = 480
const moduleWidth = 4
const white = 235
const black = 16

/** Puts this EAN-13 in front of the simulated camera, or nothing. */
export function showToCamera(code?: string): void {
  const line = new Uint8Array(width).fill(white)
  const bars = code === undefined ? '' : barsOf(code)
  const start = (width - bars.length * moduleWidth) / 2
  for (const [at, bar] of [...bars].entries())
    if (bar === '1') line.fill(black, start + at * moduleWidth, start + (at + 1) * moduleWidth)
  const light = new Uint8Array(width * height).fill(white)
  for (let y = 140; y < 340; y++) light.set(line, y * width)
  const colors = new Uint8Array((width * height) / 2).fill(128)
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`
  const film = browserCamera()
  // Chromium would crash if the film became shorter while it reads it.
  const flag = existsSync(film) ? 'r+' : 'w'
  writeFileSync(film, Buffer.concat([Buffer.from(`${head}FRAME\n`), light, colors]), { flag })
}
