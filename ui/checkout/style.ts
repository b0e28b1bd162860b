// The pages' style sheets as the pages carry them: page.css and checkout.css, minified, with the colours put
// in, because old browsers know no var().
import { checkoutStyle, claimStyle, paymentStyle, shopStyle, trustStyle } from './minify.ts' with {
  type: 'macro',
}
import type { Palette } from './palette.ts'

const sheet = checkoutStyle()
const paymentSheet = paymentStyle()
const claimSheet = claimStyle()
const trustSheet = trustStyle()
const shopSheet = shopStyle()

const withColors = (style: string, palette: Palette): string =>
  style.replace(
    /var\(--([a-z-]+)\)/g,
    (written, name: string) => (palette as Readonly<Record<string, string>>)[name] ?? written,
  )

export const styleOf = (palette: Palette): string => withColors(sheet, palette)
/** For the shop page. */
export const shopStyleOf = (palette: Palette): string => withColors(shopSheet, palette)

const variables = (sheet: string, palette: Partial<Palette>): string =>
  Object.entries(palette)
    .filter(([name]) => sheet.includes(`var(--${name})`))
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** The colours of `to` that `from` does not have. */
const changedColoursOf = (from: Palette, to: Palette): Partial<Palette> =>
  Object.fromEntries(Object.entries(to).filter(([name, color]) => from[name as keyof Palette] !== color))

/**
 * For the pages of no session: dark where the device is. Browsers without var() skip the second
 * declaration of each pair and stay light.
 */
const deviceStyle = (sheet: string, light: Palette, dark: Palette): string =>
  `:root{${variables(sheet, light)}}@media(prefers-color-scheme:dark){:root{${variables(sheet, changedColoursOf(light, dark))}}}${sheet.replace(
    /[a-z-]+:[^;{}]*var\(--[^;{}]*/g,
    declaration => `${withColors(declaration, light)};${declaration}`,
  )}`

/** For the page of a payment without a session. */
export const deviceStyleOf = (light: Palette, dark: Palette) => deviceStyle(paymentSheet, light, dark)
/** For the page where a customer claims a refund. */
export const claimStyleOf = (light: Palette, dark: Palette) => deviceStyle(claimSheet, light, dark)
/** For the page that leads a device to trust this server. */
export const trustStyleOf = (light: Palette, dark: Palette) => deviceStyle(trustSheet, light, dark)
