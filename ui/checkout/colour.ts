// What can be read on a shop's colour, and how that colour has to change to be read itself: WCAG 2 contrast,
// for any colour.

type Rgb = readonly [red: number, green: number, blue: number]

/** Reads `#` and six hex digits; each channel is 0 to 255. */
const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Returns `#` and six hex digits for channels of 0 to 255. */
const hexOf = (rgb: Rgb): string => `#${rgb.map(channel => channel.toString(16).padStart(2, '0')).join('')}`

/**
 * Returns the linear light of an sRGB channel (0 to 255) by the formula of WCAG 2. 10.31475 is 255 × 0.04045.
 */
const linearChannel = (channel: number) =>
  channel <= 10.31475 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4

/** Returns the relative luminance of WCAG 2, from 0 (black) to 1 (white). */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color)
  return 0.2126 * linearChannel(red) + 0.7152 * linearChannel(green) + 0.0722 * linearChannel(blue)
}

/** Returns the contrast ratio of two colours by WCAG 2, from 1 (none) to 21; their order does not matter. */
export function contrast(color: string, ground: string): number {
  const [dark = 0, light = 0] = [luminance(color), luminance(ground)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns `color` with a share of `other` mixed in: 0 leaves it, 1 gives `other`. */
export function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)]
  const mixChannel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return hexOf([mixChannel(0), mixChannel(1), mixChannel(2)])
}

/** The contrast that WCAG 2 (level AA) demands of normal text. */
export const textContrast = 4.5

/** Returns white if it can be read on the colour, else black: no colour has too little contrast with both. */
export const textOn = (color: string): string =>
  contrast(color, '#ffffff') >= textContrast ? '#ffffff' : '#000000'

/** About the luminance on which black and white can be read equally well. */
const middleLuminance = 0.18

/** A colour is darkened or lightened in this many steps. */
const steps = 50

/**
 * Returns the colour itself, or the nearest to it whose contrast with every ground is at least `ratio`: it
 * darkens the colour on light grounds and lightens it on dark ones.
 */
export function readableOn(color: string, grounds: readonly string[], ratio: number): string {
  const isReadable = (candidate: string) => grounds.every(ground => contrast(candidate, ground) >= ratio)
  const extreme = grounds.every(ground => luminance(ground) > middleLuminance) ? '#000000' : '#ffffff'
  for (let step = 0; step < steps; step++) {
    const candidate = mixColors(color, extreme, step / steps)
    if (isReadable(candidate)) return candidate
  }
  return extreme
}
