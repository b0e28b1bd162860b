// docs/trouble.md explains each warning of the home page and each error of the log; docs/monitoring uses
// metrics that exist.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { home } from '../../ui/admin/home/home.text.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string) => Bun.file(join(root, path)).text()
const flat = (text: string) => text.replace(/[’']/g, "'").replace(/\s+/g, ' ')
const page = flat(await read('docs/trouble.md'))

const warnings = Object.entries(home.en).filter(([key]) => /^attention_.*_one$/.test(key))
test('the home page has warnings', () => expect(warnings.length).toBeGreaterThan(10))
test.each(warnings)('the page explains %s', (_key, text) => {
  const parts = flat(text)
    .split(/\{\{\w+\}\}(?: MB)?/)
    .map(part => part.replace(/ left$|^: |: $/, '').trim())
  for (const part of parts) expect(page).toContain(part)
})

const sources = await Promise.all([...new Bun.Glob('src/**/*.ts').scanSync(root)].map(path => read(path)))
const errors = [
  ...new Set(
    sources.flatMap(text =>
      [...text.matchAll(/log\(\s*'error',\s*'([^']+)'/g)].map(([, line]) => line ?? ''),
    ),
  ),
]
test('the log has lines of level error', () => expect(errors.length).toBeGreaterThan(8))
test.each(errors)('the page has a cure for "%s"', line => {
  expect(page).toContain(line.split(':')[0] ?? line)
})

describe('docs/monitoring', async () => {
  const metrics = new Set((await read('src/http/admin/metrics.ts')).match(/kaunta_[a-z_]+/g))
  const alerts = await read('docs/monitoring/alerts.yml')
  const dashboard = await read('docs/monitoring/dashboard.json')

  test.each([
    ['alerts.yml', alerts],
    ['dashboard.json', dashboard],
  ])('%s asks for metrics that exist', (_file, text) => {
    const asked = [...new Set(text.match(/kaunta_[a-z_]+/g))]
    expect(asked.filter(name => !metrics.has(name))).toEqual([])
    expect(asked.length).toBeGreaterThan(10)
  })

  test('the dashboard shows every metric', () => {
    expect([...metrics].filter(name => !dashboard.includes(name))).toEqual([])
  })

  test('each alert has a condition, a severity and a sentence', () => {
    const { groups } = Bun.YAML.parse(alerts) as {
      groups: { rules: { alert: string; expr: string; labels: object; annotations: object }[] }[]
    }
    for (const { rules } of groups)
      for (const rule of rules)
        expect(rule).toMatchObject({
          alert: expect.stringMatching(/^Kaunta/),
          expr: expect.any(String),
          labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
          annotations: { summary: expect.any(String) },
        })
  })
})
