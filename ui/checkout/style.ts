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

/** Replaces each `var(--name)` by the palette's colour of that name. */
const withColors = (style: string, palette: Palette): string =>
  style.replace(
    /var\(--([a-z-]+)\)/g,
    (variable, name: string) => (palette as Readonly<Record<string, string>>)[name] ?? variable,
  )

/** Returns the style of a checkout page. */
export const styleOf = (palette: Palette): string => withColors(sheet, palette)
/** Returns the style of the shop page. */
export const shopStyleOf = (palette: Palette): string => withColors(shopSheet, palette)

/** Returns the declarations of the colours that a sheet uses, as `--name:color;…`. */
const variables = (sheet: string, palette: Partial<Palette>): string =>
  Object.entries(palette)
    .filter(([name]) => sheet.includes(`var(--${name})`))
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** Returns the colours of `to` that differ from those of `from`. */
const changedColoursOf = (from: Palette, to: Palette): Partial<Palette> =>
  Object.fromEntries(Object.entries(to).filter(([name, color]) => from[name as keyof Palette] !== color))

/**
 * Returns the style of a page without a session, which is dark where the device is. Each declaration with a
 * colour is written twice: browsers without var() skip the second one and stay light.
 */
const deviceStyle = (sheet: string, light: Palette, dark: Palette): string =>
  `:root{${variables(sheet, light)}}@media(prefers-color-scheme:dark){:root{${variables(sheet, changedColoursOf(light, dark))}}}${sheet.replace(
    /[a-z-]+:[^;{}]*var\(--[^;{}]*/g,
    declaration => `${withColors(declaration, light)};${declaration}`,
  )}`

/** Returns the style of the page of a payment without a session. */
export const deviceStyleOf = (light: Palette, dark: Palette) => deviceStyle(paymentSheet, light, dark)
/** Returns the style of the page where a customer claims a refund. */
export const claimStyleOf = (light: Palette, dark: Palette) => deviceStyle(claimSheet, light, dark)
/** Returns the style of the page that leads a device to trust this server. */
export const trustStyleOf = (light: Palette, dark: Palette) => deviceStyle(trustSheet, light, dark)
