// Holds the house: who may import whom, what only one file may touch, and how files look.
// Each rule is also shown to bite, on a bad text at the end of this file.
import { describe, expect, test } from 'bun:test'
import { basename, dirname, join } from 'node:path'
import { createSourceFile, forEachChild, isFunctionLike, type Node, ScriptTarget } from 'typescript-5'

// Layers are folders of src, single files of it, or folders beside it. A folder may always import itself;
// only imports of values count.
const mayImport: Record<string, readonly string[]> = {
  'config.ts': ['domain', '@sinclair/typebox', 'node:*'],
  'world.ts': ['domain', 'node:*'],
  'storage.ts': ['config.ts', 'domain', 'store', 'node:*'],
  net: ['domain', 'bun:ffi', 'node:*'],
  lan: ['domain', 'store', '@peculiar/x509', 'reflect-metadata', 'multicast-dns', 'node:*'],
  'build.ts': ['domain', 'package.json'],
  domain: [],
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
    ...['elysia', '@elysiajs/*', '@sinclair/typebox', 'qrcode', 'react-dom', 'node:*'],
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
    'docs',
  ],
}
const mayImportAll = ['main.ts', 'server.ts', 'appliance.ts']
/** Beside main.ts, server.ts and appliance.ts, the files that may import pages. */
const pageFiles = [
  'src/http/server/page.ts',
  'src/http/checkout/checkout-page.ts',
  'src/http/server/shell.ts',
  'src/http/server/trust.ts',
]

const textRules: readonly { bad: RegExp; rule: string; except?: readonly string[] }[] = [
  {
    bad: /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)/,
    rule: 'the clock is world.clock',
    except: ['src/world.ts'],
  },
  { bad: /\bMath\.random\b/, rule: 'chance is world.random' },
  {
    bad: /(?<![.\w])fetch\(|\bglobalThis\.fetch\b/,
    rule: 'the network is world.net',
    except: ['src/net/net.ts', 'src/main.ts'],
  },
  {
    bad: /\bset(Timeout|Interval)\b|\bBun\.sleep/,
    rule: 'timers are world.clock.after',
    // A copy pauses in its worker, which waits for nothing else.
    except: ['src/world.ts', 'src/net/net.ts', 'src/net/http-client.ts', 'src/store/backup/copy-image.ts'],
  },
  {
    bad: /\bprocess\.env\b|\b(Bun|import\.meta)\.env\b/,
    rule: 'settings come from config.ts',
    except: ['src/main.ts'],
  },
  {
    bad: /\brequest\.(text|json|bytes|formData|arrayBuffer|blob|body)\b/,
    rule: 'bodies are read and counted by http/server/body.ts',
    except: ['src/http/server/body.ts', 'src/cli/trigger.ts'],
  },
  { bad: /\bconsole\./, rule: 'messages go to world.log', except: ['src/main.ts'] },
  {
    bad: /\.transaction\(/,
    rule: "writes go through write(store, …): drizzle's own transaction commits half",
    except: ['src/login/staff.ts'], // better-auth's adapter on staff.db
  },
  { bad: /\bcopyFile|\bcp(Sync)?\(/, rule: 'no file is copied: nobody but SQLite opens a database' },
  {
    bad: /\b(Bun\.(file|write)|(read|write)File\w*|open(Sync)?|create(Read|Write)Stream)\(.*(\.db\b|-wal\b|-shm\b)/,
    rule: 'nobody but SQLite opens a database',
  },
]
const shapeRules: readonly { bad: RegExp; rule: string }[] = [
  { bad: /(:|<|\||\bas|\bextends)\s*any\b\s*(?=[[,;)>=|&{}]|$)/, rule: 'no type any' },
  { bad: /^\s*export default\b|\bas default\b/, rule: 'no default exports' },
  { bad: /^\s*(export )?(declare )?(const )?enum\s/, rule: 'no enums' },
]
const bannedNames = ['index', 'utils', 'util', 'helpers', 'helper', 'common', 'types', 'manager', 'service']
const lengthMax = 350
/** May fall, never rise: how many files are longer than 300 lines. */
const longFilesMax = 0
const functionLinesMax = 60
/** May fall, never rise: how many functions are longer than that. */
const longFunctionsMax = 0

/** Everything wrong with one file, as `path:line rule`. */
function complaints(path: string, text: string): string[] {
  return [...importComplaints(path, text), ...textComplaints(path, text), ...fileComplaints(path, text)]
}

function importComplaints(path: string, text: string): string[] {
  const layer = layerOf(path)
  if (mayImportAll.includes(layer)) return []
  const allowed = mayImport[layer]
  if (!allowed) return [`${path}:1 "${layer}" is no layer of the import table`]
  const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' })
  return transpiler.scanImports(text).flatMap(({ path: named }) => {
    const target = named.startsWith('.') ? join(dirname(path), named) : undefined
    const imported = target ? layerOf(target) : named
    if (imported === layer || allowed.some(name => covers(name, imported))) return []
    if (pageFiles.includes(path) && imported === 'ui') return []
    // A macro: it runs while the code is bundled, and is not in the binary.
    if (path === 'ui/checkout/minify.ts' && imported === 'esbuild') return []
    if (path === 'src/cli/license-text.ts' && imported === 'scripts') return []
    return [`${path}:${lineOf(text, named)} ${layer} may not import ${target ?? named}`]
  })
}

function textComplaints(path: string, text: string): string[] {
  const rules = path.startsWith('src/')
    ? [...textRules.filter(({ except }) => !except?.includes(path)), ...shapeRules]
    : shapeRules
  const ignored = text
    .split('\n')
    .flatMap((line, at) =>
      /@ts-(ignore|expect-error|nocheck)/.test(line) ? [`${path}:${at + 1} no @ts-ignore`] : [],
    )
  const lines = withoutComments(text).split('\n')
  return [
    ...ignored,
    ...rules.flatMap(({ bad, rule }) =>
      lines.flatMap((line, at) => (bad.test(line) ? [`${path}:${at + 1} ${rule}`] : [])),
    ),
  ]
}

function fileComplaints(path: string, text: string): string[] {
  const name = basename(path).replace(/\..*$/, '')
  const lines = text.split('\n').length - 1
  return [
    ...(/^\/[/*]/.test(text) ? [] : [`${path}:1 a file opens with a comment that says what it is for`]),
    ...(lines > lengthMax ? [`${path}:${lines} longer than ${lengthMax} lines`] : []),
    ...(path.split('/').length > 4 ? [`${path}:1 deeper than three folders`] : []),
    ...(bannedNames.includes(name) ? [`${path}:1 "${name}" says nothing about what is inside`] : []),
    ...(/^[a-z0-9.-]+$/.test(basename(path)) ? [] : [`${path}:1 file names are kebab-case`]),
  ]
}

/** Every function longer than a screen, as `path:line lines`. */
function longFunctions(path: string, text: string): string[] {
  if (text.split('\n').length <= functionLinesMax) return []
  const source = createSourceFile(path, text, ScriptTarget.Latest, false)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const found: string[] = []
  const visit = (node: Node): void => {
    const first = lineAt(node.getStart(source))
    const lines = lineAt(node.end) - first + 1
    if (lines <= functionLinesMax) return
    if (isFunctionLike(node) && 'body' in node) found.push(`${path}:${first + 1} ${lines} lines`)
    forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** `src/domain/x.ts` is in `domain`, `src/world.ts` in `world.ts`, `ui/till/x.tsx` in `ui`. */
const layerOf = (path: string) => (path.startsWith('src/') ? path.split('/')[1] : path.split('/')[0]) ?? ''
const covers = (name: string, imported: string) =>
  imported === name ||
  imported.startsWith(`${name}/`) ||
  (name.endsWith('*') && imported.startsWith(name.slice(0, -1)))
const lineOf = (text: string, named: string) =>
  text.slice(0, Math.max(0, text.search(`['"]${RegExp.escape(named)}['"]`))).split('\n').length
/** Blanks comments and keeps the lines. Only after a space, for `//` is in addresses and `/*` in routes. */
const withoutComments = (text: string) =>
  text
    .replace(/(?<=^|[\s({,])\/\*[\s\S]*?\*\//g, found => found.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/.*$/gm, '$1')

const root = join(import.meta.dir, '../..')
const paths = [...new Bun.Glob('{src,ui}/**/*.{ts,tsx}').scanSync(root)].sort()
const files = await Promise.all(
  paths.map(async path => ({ path, text: await Bun.file(join(root, path)).text() })),
)

describe('the house is tidy', () => {
  test.each(files.map(file => [file.path, file.text] as const))('%s', (path, text) => {
    expect(complaints(path, text)).toEqual([])
  })

  test('hardly any file is over 300 lines', () => {
    expect(
      files
        .filter(({ text }) => text.split('\n').length > 301)
        .map(({ path }) => path)
        .slice(longFilesMax),
    ).toEqual([])
  })

  test('hardly any function is over 60 lines', () => {
    const long = files.flatMap(({ path, text }) => longFunctions(path, text))
    expect(long.slice(longFunctionsMax)).toEqual([])
  })
})

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
    ['src/flow/x.ts', 'const now = Date.now()', 'x.ts:2 the clock is world.clock'],
    ['src/flow/x.ts', 'const clock = Date.now', 'the clock is world.clock'],
    ['src/flow/x.ts', 'const now = new Date()', 'the clock is world.clock'],
    ['src/flow/x.ts', 'const x = Math.random()', 'chance is world.random'],
    ['src/flow/x.ts', 'await fetch(url)', 'the network is world.net'],
    ['src/flow/x.ts', 'setTimeout(call, 5)', 'timers are world.clock.after'],
    ['src/flow/x.ts', 'setInterval(call, 5)', 'timers are world.clock.after'],
    ['src/flow/x.ts', 'await Bun.sleep(5)', 'timers are world.clock.after'],
    [
      'src/flow/x.ts',
      "const route = '/api/*'\nawait fetch(url)\n/** More. */",
      'x.ts:3 the network is world.net',
    ],
    ['src/config.ts', 'const x = process.env.X', 'settings come from config.ts'],
    ['src/http/x.ts', 'await request.json()', 'bodies are read and counted'],
    ['src/flow/x.ts', 'console.log(1)', 'messages go to world.log'],
    ['src/store/x.ts', 'await db.transaction(async tx => tx)', 'writes go through write'],
    ['src/store/x.ts', "copyFileSync(a, 'b')", 'no file is copied'],
    [
      'src/store/x.ts',
      "await Bun.file(join(folder, 'kaunta.db')).bytes()",
      'nobody but SQLite opens a database',
    ],
    ['src/store/x.ts', "readFileSync('data/lock.db')", 'nobody but SQLite opens a database'],
    ['src/flow/x.ts', 'const x = (y: any) => y', 'no type any'],
    ['src/flow/x.ts', 'const x = y as any', 'no type any'],
    ['src/flow/x.ts', 'const x: Record<string, Array<any>> = {}', 'no type any'],
    ['src/flow/x.ts', '/* @ts-expect-error */\nconst x = 1', 'no @ts-ignore'],
    ['src/flow/x.ts', 'export default x', 'no default exports'],
    ['src/flow/x.ts', 'export const enum Colour { red }', 'no enums'],
    ['src/flow/x.ts', 'x\n'.repeat(350), 'longer than 350 lines'],
    ['src/flow/payment/late/x.ts', '', 'deeper than three folders'],
    ['src/flow/utils.ts', '', '"utils" says nothing'],
    ['src/flow/types.d.ts', '', '"types" says nothing'],
    ['src/flow/newPayment.ts', '', 'file names are kebab-case'],
  ]
  test.each(bad)('%s: %j', (path, text, complaint) => {
    expect(complaints(path, `// Opening.\n${text}`)).toEqual([expect.stringContaining(complaint)])
  })

  test('a file without an opening comment', () => {
    expect(complaints('src/flow/x.ts', 'export const x = 1\n')).toEqual([
      expect.stringContaining('opens with a comment'),
    ])
  })

  const lines = (count: number) => 'call()\n'.repeat(count)
  test.each([
    ['a function', `function f() {\n${lines(59)}}`],
    ['an arrow', `const f = () => {\n${lines(59)}}`],
    ['a method', `const x = {\n  f() {\n${lines(59)}},\n}`],
    ['a function inside a block', `if (true) {\n  const f = () => {\n${lines(59)}}\n}`],
    ['a component', `const View = () => (\n  <>\n${'    <p />\n'.repeat(57)}  </>\n)`],
  ])('%s of 61 lines', (_, text) => {
    expect(longFunctions('src/flow/x.tsx', text)).toEqual([expect.stringMatching(/^src.* 61 lines$/)])
  })

  test('a function of 60 lines, and a longer type or list', () => {
    const text = `function f() {\n${lines(58)}}\ninterface X {\n${'  x(): void\n'.repeat(70)}}\nconst y = [\n${'  1,\n'.repeat(70)}]`
    expect(longFunctions('src/flow/x.ts', text)).toEqual([])
  })

  const good: [string, string][] = [
    ['src/flow/x.ts', "import type { App } from '../http/app.ts'\nexport type X = App"],
    ['src/flow/x.ts', "import { type App } from '../http/app.ts'\nexport type X = App"],
    [
      'ui/till/x.tsx',
      "import type { App } from '../../src/http/server/app.ts'\nexport type X = App\nexport const now = () => Date.now()",
    ],
    ['src/http/server/page.ts', "import page from '../../ui/checkout/page.html'\npage()"],
    ['src/http/checkout/checkout-page.ts', "import { page } from '../../ui/checkout/document.tsx'\npage()"],
    ['src/appliance.ts', "import page from '../ui/till/page.html'\npage()"],
    [
      'src/store/x.ts',
      "import { sql } from 'drizzle-orm/pg-core'\nsql()\n// Date.now() is not for us\n/* nor\nfetch(it) */",
    ],
    [
      'src/flow/x.ts',
      "const url = 'https://x' // process.env\nconst day = new Date(now)\nawait app.fetch(request)",
    ],
    ['src/world.ts', 'const now = Date.now()\nsetTimeout(call, 5)'],
    ['src/flow/x.ts', "throw new Fault('conflict', 'take any: they are all free')\nconst anyone: Many = []"],
  ]
  test.each(good)('and only then, %s: %j', (path, text) => {
    expect(complaints(path, `// Opening.\n${text}\n`)).toEqual([])
  })
})
