// The page's style sheet as the page carries it: checkout.css, minified, with the colours put in, because old
// browsers know no var().
import { minifiedStyle } from './minify.ts' with { type: 'macro' }
import type { Palette } from './palette.ts'

const sheet = minifiedStyle()

export const styleOf = (palette: Palette): string =>
  sheet.replace(
    /var\(--([a-z-]+)\)/g,
    (written, name: string) => (palette as Readonly<Record<string, string>>)[name] ?? written,
  )
