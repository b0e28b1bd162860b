// Holds the house: what only one file may touch, and how files look. tidy-imports.test.ts checks imports.
// Each rule is also shown to bite, on a bad text at the end of this file.
import { describe, expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import { createSourceFile, forEachChild, isFunctionLike, type Node, ScriptTarget } from 'typescript-5'

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
const columnsMax = 110
const functionLinesMax = 60
/** May fall, never rise: how many functions are longer than that. */
const longFunctionsMax = 0

/** Returns everything wrong with one file, as `path:line rule`. */
function complaints(path: string, text: string): string[] {
  return [...textComplaints(path, text), ...fileComplaints(path, text)]
}

function textComplaints(path: string, text: string): string[] {
  const rules = path.startsWith('src/')
    ? [...textRules.filter(({ except }) => !except?.includes(path)), ...shapeRules]
    : shapeRules
  const ignored = text
    .split('\n')
    .flatMap((line, index) =>
      /@ts-(ignore|expect-error|nocheck)/.test(line) ? [`${path}:${index + 1} no @ts-ignore`] : [],
    )
  const lines = withoutComments(text).split('\n')
  return [
    ...ignored,
    ...rules.flatMap(({ bad, rule }) =>
      lines.flatMap((line, index) => (bad.test(line) ? [`${path}:${index + 1} ${rule}`] : [])),
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

/** Returns every function longer than a screen, as `path:line lines`. */
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

const wide = (lines: readonly string[], path: string, isWide: (line: string) => boolean) =>
  lines.flatMap((line, index) => (line.length > columnsMax && isWide(line) ? [`${path}:${index + 1}`] : []))
/** A string that ends on its line; a `//` in it begins no comment. */
const quoted = /'(\\.|[^'\\])*'|"(\\.|[^"\\])*"|`(\\.|[^`\\])*`/g
/** Returns lines with a comment, also after code, that are wider than code may be, as `path:line`. */
const wideComments = (path: string, text: string) =>
  wide(
    text.split('\n'),
    path,
    line => /^\s*\*( |$)/.test(line) || /(^|[\s{(,])\/[/*]/.test(line.replace(quoted, "''")),
  )
/** Returns comments of a style sheet that end beyond the last column, also after rules, as `path:line`. */
const wideStyleComments = (path: string, text: string) => {
  const withoutRules = text.replace(/(\/\*[\s\S]*?\*\/)|[^\n]/g, (_, comment?: string) => comment ?? ' ')
  return wide(withoutRules.split('\n'), path, line => line.trimEnd().length > columnsMax)
}
/** Returns prose that is wider than code may be, as `path:line`; tables and blocks of code are left out. */
const wideProse = (path: string, text: string) =>
  wide(
    text.replace(/^ *```[\s\S]*?^ *```$/gm, block => block.replace(/[^\n]/g, '')).split('\n'),
    path,
    line => !/^ *\|/.test(line),
  )

test('comments and Markdown have at most 110 columns', async () => {
  const read = async (path: string) => [path, await Bun.file(join(root, path)).text()] as const
  const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync(root)].sort()
  const code = scan('{src,ui,scripts,test}/**/*.{ts,tsx}')
  const pages = [...scan('*.md'), ...scan('docs/**/*.md')]
  const comments = await Promise.all(code.map(read))
  const styles = await Promise.all(scan('ui/**/*.css').map(read))
  const prose = await Promise.all(pages.map(read))
  expect(comments.flatMap(([path, text]) => wideComments(path, text))).toEqual([])
  expect(styles.flatMap(([path, text]) => wideStyleComments(path, text))).toEqual([])
  expect(prose.flatMap(([path, text]) => wideProse(path, text))).toEqual([])
})

describe('the rules bite', () => {
  const bad: [string, string, string][] = [
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

  test('a wide comment, and a wide line of prose', () => {
    const long = 'x'.repeat(columnsMax)
    expect(wideComments('x', `// ${long}\n  /** ${long} */\n   * ${long}\nconst x = '${long}'`)).toHaveLength(
      3,
    )
    expect(wideComments('x', `call() // ${long}\ncall('${long}') // short\n{/* ${long} */}`)).toHaveLength(3)
    expect(wideComments('x', `call('http://x // ${long}')\nconst address = \`//${long}\``)).toEqual([])
    const sheet = `/* Short.\n   ${long} */\n.a {\n  color: red; /* ${long} */\n  src: ${long};\n}`
    expect(wideStyleComments('x.css', sheet)).toEqual(['x.css:2', 'x.css:4'])
    expect(wideProse('x', `${long}x\n| ${long} |\n\`\`\`\n${long}x\n\`\`\`\n`)).toEqual(['x:1'])
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
