// The page's style sheet as the page carries it: checkout.css, minified, with the colours put in, because old
// browsers know no var().
import { minifiedStyle } from './minify.ts' with { type: 'macro' }
import type { Palette } from './palette.ts'

const sheet = minifiedStyle()

const withColors = (style: string, palette: Palette): string =>
  style.replace(
    /var\(--([a-z-]+)\)/g,
    (written, name: string) => (palette as Readonly<Record<string, string>>)[name] ?? written,
  )

export const styleOf = (palette: Palette): string => withColors(sheet, palette)

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** Dark where the device is. Browsers without var() skip the second declaration of each pair and stay light. */
export const deviceStyleOf = (light: Palette, dark: Palette): string =>
  `:root{${variables(light)}}@media(prefers-color-scheme:dark){:root{${variables(dark)}}}${sheet.replace(
    /[a-z-]+:[^;{}]*var\(--[^;{}]*/g,
    declaration => `${withColors(declaration, light)};${declaration}`,
  )}`
