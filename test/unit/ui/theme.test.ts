// The theme in CSS is the one Mantine would write into each page.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { theme } from '../../../ui/kit/theme.ts'

const ui = join(import.meta.dir, '../../../ui')
const css = await Bun.file(join(ui, 'kit/theme.css')).text()
const unused = [
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
]
const isUnused = (name: string) => unused.some(colour => name.startsWith(`--mantine-color-${colour}-`))

type Variables = Record<'variables' | 'dark' | 'light', Record<string, string>>
const ours: Variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
const plain: Variables = defaultCssVariablesResolver(DEFAULT_THEME)

/** Returns the variables of one block, as text. */
function blockOf(selector: string): Record<string, string> {
  const [, body = ''] = css.split(`\n${selector} {`)
  const lines = body.split('\n}')[0]?.matchAll(/^\s+(--[\w-]+):\s+([^;]+);$/gm) ?? []
  return Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [name, value.replaceAll('"', "'").replace(/\s+/g, ' ')]),
  )
}

test.each([
  ['variables', ':root'],
  ['dark', ':root[data-mantine-color-scheme="dark"]'],
  ['light', ':root[data-mantine-color-scheme="light"]'],
] as const)('%s', (kind, selector) => {
  const differing = Object.entries(ours[kind]).filter(
    ([name, value]) => plain[kind][name] !== value && !isUnused(name),
  )
  expect(differing.length).toBeGreaterThan(10)
  expect(blockOf(selector)).toEqual(
    Object.fromEntries(differing.map(([name, value]) => [name, String(value)])),
  )
})

test('colours left out are used nowhere', async () => {
  const word = new RegExp(`(color=["{']+|mantine-color-)(${unused.join('|')})\\b`)
  for (const path of new Bun.Glob('**/*.{ts,tsx,css}').scanSync(ui))
    expect([path, word.exec(await Bun.file(join(ui, path)).text())?.[0]]).toEqual([path, undefined])
})
