// What can be read on a shop's colour, and how that colour has to change to be read itself: WCAG 2 contrast,
// for any colour.

type Rgb = readonly [red: number, green: number, blue: number]

/** @param color `#` and six hex digits */
const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const hexOf = (rgb: Rgb): string => `#${rgb.map(part => part.toString(16).padStart(2, '0')).join('')}`

const linearPart = (part: number) =>
  part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4

/** Relative luminance, 0 (black) to 1 (white). */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color)
  return 0.2126 * linearPart(red) + 0.7152 * linearPart(green) + 0.0722 * linearPart(blue)
}

/** 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of `other` in `color`, 0 to 1. */
export function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)]
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share)
  return hexOf([part(0), part(1), part(2)])
}

/** White where it can be read, else black, which then can: no colour is under 4.5 with both. */
export const textOn = (color: string): string => (contrast(color, '#ffffff') >= 4.5 ? '#ffffff' : '#000000')

const steps = 50

/**
 * The colour itself, or the nearest to it that has the contrast with every ground: darker on light grounds,
 * lighter on dark ones.
 */
export function readableOn(color: string, grounds: readonly string[], ratio: number): string {
  const isReadable = (candidate: string) => grounds.every(ground => contrast(candidate, ground) >= ratio)
  const end = grounds.every(ground => luminance(ground) > 0.18) ? '#000000' : '#ffffff'
  for (let step = 0; step < steps; step++) {
    const candidate = mixColors(color, end, step / steps)
    if (isReadable(candidate)) return candidate
  }
  return end
}
