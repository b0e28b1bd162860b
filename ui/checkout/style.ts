// The page's style sheet as it stands in the page: squeezed, and with the colours put in, as old browsers
// know no var().
import sheet from './checkout.css' with { type: 'text' }
import type { Palette } from './palette.ts'

const squeezed = (sheet as string)
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,>]) ?/g, '$1')
  .replace(/: /g, ':')
  .replace(/;}/g, '}')
  .trim()

export const styleOf = (palette: Palette): string =>
  squeezed.replace(
    /var\(--([a-z-]+)\)/g,
    (written, name: string) => (palette as Readonly<Record<string, string>>)[name] ?? written,
  )
