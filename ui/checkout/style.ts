// The pages' style sheets as the pages carry them: page.css and checkout.css, minified, with the colours put in,
// because old browsers know no var().
import { checkoutStyle, paymentStyle } from './minify.ts' with { type: 'macro' }
import type { Palette } from './palette.ts'

const sheet = checkoutStyle()
const paymentSheet = paymentStyle()

const withColors = (style: string, palette: Palette): string =>
  style.replace(
    /var\(--([a-z-]+)\)/g,
    (written, name: string) => (palette as Readonly<Record<string, string>>)[name] ?? written,
  )

export const styleOf = (palette: Palette): string => withColors(sheet, palette)

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .filter(([name]) => paymentSheet.includes(`var(--${name})`))
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/**
 * For the page of a payment without a session: dark where the device is. Browsers without var() skip the second
 * declaration of each pair and stay light.
 */
export const deviceStyleOf = (light: Palette, dark: Palette): string =>
  `:root{${variables(light)}}@media(prefers-color-scheme:dark){:root{${variables(dark)}}}${paymentSheet.replace(
    /[a-z-]+:[^;{}]*var\(--[^;{}]*/g,
    declaration => `${withColors(declaration, light)};${declaration}`,
  )}`
