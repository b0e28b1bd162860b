// Checks imports: which layer may import which, and that no files import each other in a circle, types
// included.
import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

// Layers are folders of src, single files of it, or other folders. A folder may always import itself.
/** Values that a layer may import. */
const mayImport: Record<string, readonly string[]> = {
  'config.ts': ['domain', '@sinclair/typebox', 'node:*'],
  'world.ts': ['domain', 'node:*'],
  'storage.ts': ['config.ts', 'domain', 'store', 'node:*'],
  net: ['domain', 'bun:ffi', 'node:*'],
  lan: ['domain', 'store', '@peculiar/x509', 'reflect-metadata', 'multicast-dns', 'node:*'],
  'build.ts': ['domain', 'package.json'],
  domain: ['csv-parse/sync'],
  wire: ['domain', '@sinclair/typebox', '@point-of-sale/receipt-printer-encoder', 'node:crypto'],
  store: [
    'domain',
    'migrations',
    'drizzle-orm',
    'bun:sqlite',
    'bun:jsc',
    'bun',
    'age-encryption',
    'aws4fetch',
    'node:crypto',
    'node:fs',
    'node:os',
    'node:path',
  ],
  connector: ['domain', 'node:crypto'],
  login: ['domain', 'store', 'better-auth', 'jose', 'bun:sqlite', 'node:crypto'],
  flow: ['domain', 'wire', 'store', 'connector'],
  job: ['flow', 'domain', 'store'],
  cli: [
    ...['flow', 'wire', 'login', 'domain', 'store', 'config.ts', 'build.ts'],
    ...['commander', 'eventsource-parser', 'qrcode', 'node:fs', 'node:path'],
  ],
  http: [
    ...['flow', 'login', 'wire', 'domain', 'config.ts', 'build.ts', 'store', '@scalar/api-reference'],
    '@fontsource-variable/inter',
    ...['elysia', '@elysiajs/*', '@sinclair/typebox', 'qrcode', 'react-dom', 'node:*', 'docs'],
  ],
  ui: [
    'domain',
    'react',
    'react-dom',
    '@mantine/*',
    '@tanstack/*',
    'i18next',
    'react-i18next',
    '@elysiajs/eden',
    'qrcode',
    'zxing-wasm/reader',
    'docs',
  ],
}
/** Types that a layer may import as well. */
const mayImportTypes: Record<string, readonly string[]> = {
  connector: ['store'],
  http: ['connector', 'job', 'ui'],
  cli: ['world.ts'],
  ui: ['http', 'wire'],
  lan: ['config.ts'],
}
/** Their types are for every layer of src but the domain and the wire. */
const worldReaders = ['net', 'lan', 'storage.ts', 'connector', 'store', 'login', 'flow', 'job', 'cli', 'http']
const mayImportAll = ['main.ts', 'server.ts', 'appliance.ts']
/** Besides main.ts, server.ts and appliance.ts, the files that may import pages. */
const pageFiles = [
  'src/http/server/page.ts',
  'src/http/checkout/checkout-page.ts',
  'src/http/server/shell.ts',
  'src/http/server/trust.ts',
  'src/http/server/typeface.ts',
  'src/http/docs/docs-page.ts',
  'src/http/docs/reference.ts',
]

interface File {
  readonly path: string
  readonly text: string
}

/** Returns the imported files of `files`, by the path of each. */
const importsOf = (files: readonly File[]): ReadonlyMap<string, readonly string[]> =>
  new Map(files.map(({ path, text }) => [path, importedBy(path, text).map(({ target }) => target)]))

/** Returns every import of a file: as it is written, its target, and whether only types are imported. */
const importedBy = (path: string, text: string) =>
  [
    ...text.matchAll(
      /^(import type|export type|import|export)\b([\w\s{},*$]*?\bfrom)? ?'([^'\n]+)'$|\bimport\('([^'\n]+)'\)/gm,
    ),
  ].map(([, form = '', , fixed = '', named = fixed]) => ({
    named,
    target: named.startsWith('.') ? join(dirname(path), named) : named,
    isType: form.endsWith('type'),
  }))

function importComplaints(path: string, text: string): string[] {
  const layer = layerOf(path)
  if (mayImportAll.includes(layer)) return []
  const values = mayImport[layer]
  if (!values) return [`${path}:1 "${layer}" is no layer of the import table`]
  const types = [
    ...values,
    ...(mayImportTypes[layer] ?? []),
    ...(worldReaders.includes(layer) ? ['world.ts'] : []),
  ]
  return importedBy(path, text).flatMap(({ named, target, isType }) => {
    const imported = named.startsWith('.') ? layerOf(target) : named
    const allowed = isType ? types : values
    if (imported === layer || allowed.some(name => covers(name, imported))) return []
    if (pageFiles.includes(path) && imported === 'ui') return []
    // A macro: it runs while the code is bundled, and is not in the binary.
    if (path === 'ui/checkout/minify.ts' && imported === 'esbuild') return []
    if (path === 'src/cli/license-text.ts' && imported === 'scripts') return []
    return [`${path}:${lineOf(text, named)} ${layer} may not import ${target}`]
  })
}

/** Returns every circle of files that import each other, as one text each (Tarjan's algorithm). */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[] = []
  const low = (path: string) => lowest.get(path) ?? 0
  const visit = (path: string): void => {
    const at = index.size
    index.set(path, at)
    lowest.set(path, at)
    stack.push(path)
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(path, Math.min(low(path), low(target)))
    }
    if (low(path) !== at) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1) circles.push(circle.sort().join(' '))
  }
  for (const path of imports.keys()) if (!index.has(path)) visit(path)
  return circles
}

/**
 * Returns the layer: `src/domain/x.ts` is in `domain`, `src/world.ts` in `world.ts`, `ui/till/x.tsx` in `ui`.
 */
const layerOf = (path: string) => (path.startsWith('src/') ? path.split('/')[1] : path.split('/')[0]) ?? ''
const covers = (name: string, imported: string) =>
  imported === name ||
  imported.startsWith(`${name}/`) ||
  (name.endsWith('*') && imported.startsWith(name.slice(0, -1)))
const lineOf = (text: string, named: string) =>
  text.slice(0, Math.max(0, text.search(`['"]${RegExp.escape(named)}['"]`))).split('\n').length

const root = join(import.meta.dir, '../..')
const paths = [...new Bun.Glob('{src,ui,scripts,test}/**/*.{ts,tsx}').scanSync(root)].sort()
const files = await Promise.all(
  paths.map(async path => ({ path, text: await Bun.file(join(root, path)).text() })),
)

test('every layer imports only what it may', () => {
  const layered = files.filter(({ path }) => /^(src|ui)\//.test(path))
  expect(layered.flatMap(({ path, text }) => importComplaints(path, text))).toEqual([])
})

test('no files import each other in a circle', () => expect(circlesOf(importsOf(files))).toEqual([]))

describe('the rules bite', () => {
  const bad: [string, string, string][] = [
    [
      'src/domain/x.ts',
      "import { readPayment } from '../store/payment.ts'\nreadPayment()",
      'x.ts:2 domain may not import src/store/payment.ts',
    ],
    ['src/domain/x.ts', "import { hash } from 'node:crypto'\nhash()", 'domain may not import node:crypto'],
    ['src/domain/x.ts', "export const x = import('./../flow/y.ts')", 'domain may not import src/flow/y.ts'],
    ['src/domain/x.ts', "export { y } from '../wire/y.ts'", 'domain may not import src/wire/y.ts'],
    [
      'src/store/x.ts',
      "import { realWorld } from '../world.ts'\nrealWorld()",
      'store may not import src/world.ts',
    ],
    ['src/store/x.ts', "import { x } from 'drizzle-ormish'\nx()", 'store may not import drizzle-ormish'],
    ['src/flow/x.ts', "import { app } from '../http/app.ts'\napp()", 'flow may not import src/http/app.ts'],
    [
      'src/http/x.ts',
      "import page from '../../ui/till/page.html'\npage()",
      'http may not import ui/till/page.html',
    ],
    [
      'src/http/x.ts',
      "import { appliance } from '../appliance.ts'\nappliance()",
      'http may not import src/appliance.ts',
    ],
    ['src/config.ts', "import { x } from './store/x.ts'\nx()", 'config.ts may not import src/store/x.ts'],
    ['src/thing/x.ts', '', '"thing" is no layer'],
    [
      'ui/till/x.tsx',
      "import { app } from '../../src/http/app.ts'\napp()",
      'ui may not import src/http/app.ts',
    ],
    ['ui/till/x.tsx', "import { hash } from 'node:crypto'\nhash()", 'ui may not import node:crypto'],
    [
      'src/wire/x.ts',
      "import type { X } from '../flow/x.ts'\nexport type Y = X",
      'wire may not import src/flow/x.ts',
    ],
    [
      'src/flow/x.ts',
      "import { type App } from '../http/app.ts'\nexport type X = App",
      'flow may not import src/http/app.ts',
    ],
  ]
  test.each(bad)('%s: %j', (path, text, complaint) => {
    expect(importComplaints(path, `// Opening.\n${text}`)).toEqual([expect.stringContaining(complaint)])
  })

  const good: [string, string][] = [
    ['src/store/x.ts', "import type { World } from '../world.ts'\nexport type X = World"],
    ['ui/till/x.tsx', "import type { App } from '../../src/http/server/app.ts'\nexport type X = App"],
    ['src/http/server/page.ts', "import page from '../../ui/checkout/page.html'\npage()"],
    ['src/http/checkout/checkout-page.ts', "import { page } from '../../ui/checkout/document.tsx'\npage()"],
    ['src/appliance.ts', "import page from '../ui/till/page.html'\npage()"],
    ['src/store/x.ts', "import { sql } from 'drizzle-orm/pg-core'\nsql()"],
  ]
  test.each(good)('and only then, %s: %j', (path, text) => {
    expect(importComplaints(path, text)).toEqual([])
  })

  test('a circle of types', () => {
    const text = (named: string) => `import type { X } from './${named}.ts'\nexport type Y = X`
    const circle = ['a', 'b', 'c'].map((name, index) => ({
      path: `src/flow/${name}.ts`,
      text: text('bca'[index] ?? ''),
    }))
    expect(circlesOf(importsOf(circle))).toEqual(['src/flow/a.ts src/flow/b.ts src/flow/c.ts'])
    expect(circlesOf(importsOf(circle.slice(1)))).toEqual([])
  })
})
