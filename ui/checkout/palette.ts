// The colours of the checkout page: two grounds, and what the shop's colour becomes on them. Its own shade
// stays on the button alone.
import { mixColors, readableOn, textOn } from './colour.ts'

const grounds = {
  light: {
    page: '#f3f2ee',
    card: '#ffffff',
    line: '#e2dfd8',
    edge: '#85827a',
    ink: '#1a1b1f',
    soft: '#5a5d65',
    bad: '#a3211a',
    'bad-tint': '#fcebe9',
    good: '#0a6b36',
    'good-tint': '#e0f4e7',
    warning: '#744700',
    'warning-tint': '#fdf1d6',
    practice: '#6d28d9',
    'practice-text': '#6d28d9',
  },
  dark: {
    page: '#0f1114',
    card: '#1a1d22',
    line: '#343941',
    edge: '#808896',
    ink: '#f2f3f5',
    soft: '#b0b6c0',
    bad: '#ffaaa2',
    'bad-tint': '#40201e',
    good: '#7be0a2',
    'good-tint': '#12341f',
    warning: '#ffd27d',
    'warning-tint': '#3a2d10',
    practice: '#7c3aed',
    'practice-text': '#c4a7ff',
  },
} as const
type Ground = keyof (typeof grounds)['light']

/** By the names that checkout.css uses. */
export type Palette = Readonly<
  Record<
    | Ground
    | 'scheme'
    | 'brand'
    | 'on-brand'
    | 'brand-edge'
    | 'accent'
    | 'accent-tint'
    | 'notice'
    | 'on-notice'
    | 'on-practice',
    string
  >
>

/** For a page of no shop, and for a text that is no colour: nothing else may get into the style sheet. */
export const plainColor = '#0b5d86'

const tintShare = { light: 0.08, dark: 0.16 } as const

/** Returns the colours of a page from the shop's own. @param color `#` and six hex digits */
export function paletteOf(theme: 'light' | 'dark', color: string): Palette {
  const brandColor = /^#[0-9a-f]{6}$/i.test(color) ? color : plainColor
  const ground = grounds[theme]
  // The tint of what can be read, so that it shows with any colour: yellow on white, navy on black.
  const readable = readableOn(brandColor, [ground.card, ground.page], 4.5)
  const tint = mixColors(ground.card, readable, tintShare[theme])
  return {
    ...ground,
    scheme: theme,
    brand: brandColor,
    'on-brand': textOn(brandColor),
    'brand-edge': readableOn(brandColor, [ground.card, ground.page], 3),
    accent: readableOn(readable, [ground.card, ground.page, tint], 4.5),
    'accent-tint': tint,
    notice: '#ffb627',
    'on-notice': '#221700',
    'on-practice': '#ffffff',
  }
}
