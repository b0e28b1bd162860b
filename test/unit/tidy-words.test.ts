// Holds the words: those that scripts/retired-words.txt lists are written nowhere, and links in the pages
// lead somewhere. docs/glossary.md has the words in use.
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')
const read = (path: string) => Bun.file(join(root, path)).text()

const list = (await read('scripts/retired-words.txt'))
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
const notExported = list.flatMap(line =>
  line.startsWith('export:') ? (line.slice(7).match(/\w+/g) ?? []) : [],
)
/** Each retired word or pair of words, and what to write instead. */
const retired = new Map(
  list.flatMap(line => {
    const [words = '', use = ''] = line.split(' → ')
    return use === '' ? [] : words.split(', ').map(word => [word, use] as const)
  }),
)
const longest = Math.max(...[...retired.keys()].map(word => word.split(' ').length))

/**
 * Returns the words of a line, also those that a name in camelCase is made of: `newHostQueue()` is new, host,
 * queue.
 */
const wordsOf = (line: string): string[] =>
  (line.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map(word => word.toLowerCase())

/** The page for owners in need has the name that they look for. */
const allowedName = 'trouble.md'
/** A keyword of CSS. */
const allowedRule = '@font-face'

/** Returns every retired word of a text, as `path:line "word": write …`. */
const retiredIn = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const words = wordsOf(line.replaceAll(allowedName, '').replaceAll(allowedRule, ''))
    return words.flatMap((_, from) =>
      Array.from({ length: Math.min(longest, words.length - from) }, (_, more) =>
        words.slice(from, from + more + 1).join(' '),
      ).flatMap(word => {
        const use = retired.get(word)
        return use === undefined ? [] : [`${path}:${index + 1} "${word}": write ${use}`]
      }),
    )
  })

/** Words of prose that have a plainer one. Code may have them in texts and names. */
const stiff = /\b(told|stands|(some|no|any|every)body|by (itself|themselves)|in vain|the box|anyone who)\b/i
/** Returns a style sheet without its rules: its comments, on their lines. */
const cssComments = (text: string) =>
  text.replace(/(^|\*\/)[\s\S]*?(\/\*|$)/g, code => code.replace(/[^\n]/g, ' '))
/** Returns every stiff word of a comment, as `path:line word`. */
const stiffIn = (path: string, text: string): string[] =>
  (path.endsWith('.css') ? cssComments(text) : text).split('\n').flatMap((line, index) => {
    const [inCode = ''] = /(^|\s)(\/\/|\/\*{1,2}|\*|--)\s.*$/.exec(line) ?? []
    const comment = path.endsWith('.css') ? line : inCode
    const word = stiff.exec(comment)?.[0]
    return word === undefined ? [] : [`${path}:${index + 1} ${word}`]
  })

/** Returns every exported name that means nothing on its own, as `path: name`. */
const bareExportsIn = (path: string, text: string): string[] =>
  [...text.matchAll(/^export (?:async )?(?:const|function|type|interface|class) (\w+)/gm)].flatMap(
    ([, name = '']) => (notExported.includes(name.toLowerCase()) ? [`${path}: ${name}`] : []),
  )

/** Returns every link of a page that leads to no file, as `path: target`. */
const deadLinksIn = (path: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].flatMap(([, target = '']) =>
    existsSync(join(root, dirname(path), target)) ? [] : [`${path}: ${target}`],
  )

/**
 * Returns every path in backticks that is no file or folder; a path in `src` is written without `src/` and
 * `.ts`.
 */
const deadPathsIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+\/[\w/.-]+)`/g)].flatMap(([, path = '']) =>
    [path, `src/${path}`, `src/${path}.ts`].some(eachText => existsSync(join(root, eachText))) ? [] : [path],
  )

const sources = [
  ...new Bun.Glob('{src,ui,test,docs,migrations}/**/*.{ts,tsx,js,css,html,sql,md}').scanSync(root),
]
const pages = ['*.md', 'docs/**/*.md'].flatMap(pattern => [...new Bun.Glob(pattern).scanSync(root)])

describe('the words', () => {
  test('no retired word is written', async () => {
    const found = await Promise.all(
      [...new Set([...sources, ...pages])].sort().map(async path => retiredIn(path, await read(path))),
    )
    expect(found.flat()).toEqual([])
  })
  test('no exported name is only a verb or an adjective', async () => {
    const code = sources.filter(path => /^(src|ui)\/.*\.tsx?$/.test(path) && !path.endsWith('-doc.ts'))
    expect((await Promise.all(code.map(async path => bareExportsIn(path, await read(path))))).flat()).toEqual(
      [],
    )
  })
  test('comments are in plain words', async () => {
    const code = sources.filter(
      path => /^(src|ui|test|migrations)\//.test(path) && !path.includes('tidy-words'),
    )
    expect((await Promise.all(code.map(async path => stiffIn(path, await read(path))))).flat()).toEqual([])
  })
  test('file names have none either', () => {
    expect(
      sources.flatMap(path => retiredIn(path, path.replace(allowedName, '').replace(/[-./]/g, ' '))),
    ).toEqual([])
  })
  test('every link of a page leads to a file', async () => {
    expect((await Promise.all(pages.map(async path => deadLinksIn(path, await read(path))))).flat()).toEqual(
      [],
    )
  })
  test('every path that ARCHITECTURE.md names exists', async () => {
    const text = await read('ARCHITECTURE.md')
    expect(text.match(/`[a-z]+\/\w/g)?.length).toBeGreaterThan(100)
    expect(deadPathsIn(text)).toEqual([])
  })
})

describe('the rules bite', () => {
  test.each([...retired.keys()])('%s', word => {
    const [head = '', ...rest] = word.split(' ')
    const name = [head, ...rest.map(part => part[0]?.toUpperCase() + part.slice(1))].join('')
    for (const text of [
      `It is ${word}, they say.`,
      `const ${name} = 1`,
      `new${name[0]?.toUpperCase()}${name.slice(1)}(x)`,
      `.x-${word}`,
    ])
      expect(retiredIn('x', text)).toEqual([expect.stringContaining(`"${word}"`)])
  })
  test.each([
    '// It is told to stop.',
    '/** What stands here. */',
    '   * for somebody who waits',
    'call() // Nobody reads it.',
    '-- in vain',
    '// asks the box',
    '// for anyone who reads',
    '// for everybody',
    '// prints by itself',
  ])('%s', text => {
    expect(stiffIn('x', text)).toHaveLength(1)
  })
  test('a comment of a style sheet, on any of its lines', () => {
    const text = '/* The colours\n   that somebody chose. */\n.nobody {\n  color: red; /* told */\n}'
    expect(stiffIn('x.css', text)).toEqual(['x.css:2 somebody', 'x.css:4 told'])
  })
  test('a stiff word in code, and its longer relatives in comments', () => {
    const text = "const told = 1\nsay('nobody')\n// The boxes of understands, standstill and toldness."
    expect(stiffIn('x', text)).toEqual([])
  })
  test('and only whole words', () => {
    expect(retiredIn('x', 'contact the interface of an insight, actually; reactive, officer')).toEqual([])
  })
  test.each(['export const once = 1', 'export function tell() {}', 'export interface Fresh {}'])(
    '%s',
    text => {
      expect(bareExportsIn('x', text)).toHaveLength(1)
    },
  )
  test('a path that is not there', () => {
    expect(deadPathsIn('`flow/push`, `ui/till`, `scripts/seed.ts` and `flow/pull`')).toEqual(['flow/pull'])
  })
  test('a dead link', () => {
    expect(deadLinksIn('docs/x.md', '[a](../README.md) [b](nowhere.md)')).toEqual(['docs/x.md: nowhere.md'])
  })
})
