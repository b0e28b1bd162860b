// The colours of the checkout page: two grounds, and what the shop's colour becomes on them. Its own shade
// stays on the button alone.
import { mixColors, readableOn, textContrast, textOn } from './colour.ts'

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

/** The colours of a page, by the names of the variables in its style sheet. */
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

/**
 * The colour of a page without a shop. It also replaces a text that is no colour, so that nothing else gets
 * into the style sheet.
 */
export const plainColor = '#0b5d86'

/** How much of the brand colour is mixed into the card for a tinted ground. */
const tintShare = { light: 0.08, dark: 0.16 } as const

/** The contrast that WCAG 2 (level AA) demands of borders and icons. */
const edgeContrast = 3

/**
 * Returns the colours of a page from the shop's own, which is `#` and six hex digits; any other text becomes
 * the plain colour.
 */
export function paletteOf(theme: 'light' | 'dark', color: string): Palette {
  const brandColor = /^#[0-9a-f]{6}$/i.test(color) ? color : plainColor
  const ground = grounds[theme]
  // A tint of the readable colour shows with any brand colour: yellow on white, navy on black.
  const readable = readableOn(brandColor, [ground.card, ground.page], textContrast)
  const tint = mixColors(ground.card, readable, tintShare[theme])
  return {
    ...ground,
    scheme: theme,
    brand: brandColor,
    'on-brand': textOn(brandColor),
    'brand-edge': readableOn(brandColor, [ground.card, ground.page], edgeContrast),
    accent: readableOn(readable, [ground.card, ground.page, tint], textContrast),
    'accent-tint': tint,
    notice: '#ffb627',
    'on-notice': '#221700',
    'on-practice': '#ffffff',
  }
}
