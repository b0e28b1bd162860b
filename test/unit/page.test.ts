// The pages of the binary: links to the scripts they begin with, and scripts with the hint to compile them
// during loading.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { servePages } from '../../src/http/server/page.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const folder = newTestFolder('kaunta-page-')
const texts = {
  'desktop.html': '<html><head><script type="module" src="/own.js"></script></head></html>',
  'own.js':
    'import{a}from"/a.js";import("/start.js").then(a);const f=()=>import("/wanted.js"),g=()=>($("w1"),import("/wanted.js"))',
  'a.js': 'export const a=()=>import("/a-later.js")',
  'start.js': 'import"/b.js";export const open=()=>import("/start-later.js")',
  'b.js': 'export{}',
  'wanted.js': 'export{}',
  'a-later.js': 'export{}',
  'start-later.js': 'export{}',
}
const files = Object.entries(texts).map(([name, text]) => {
  writeFileSync(join(folder, name), text)
  const type = name.endsWith('.html') ? 'text/html;charset=utf-8' : 'text/javascript;charset=utf-8'
  return { path: join(folder, name), headers: { etag: name, 'content-type': type } }
})
const page = {
  index: 'desktop.html',
  files: files as unknown as Bun.HTMLBundle['files'],
} as Bun.HTMLBundle
const pages = servePages({ '/desktop': page, '/till': page })
const answerAt = (path: string) => pages(new Request(`http://box${path}`), path)
const textAt = async (path: string) => (await answerAt(path))?.text()

test('a page links to what its own script needs, and to nothing that loads later', async () => {
  const html = (await textAt('/desktop')) ?? ''
  const linked = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
    ([, path]) => path,
  )
  expect(linked.sort()).toEqual(['/a.js', '/b.js', '/start.js'])
})

test('a script begins with the mark that makes the browser compile it during loading', async () => {
  expect(await textAt('/b.js')).toBe(`//# allFunctionsCalledOnLoad\n${texts['b.js']}`)
})

test.each([
  ['/desktop', "script-src 'self';"],
  ['/till', "script-src 'self' 'wasm-unsafe-eval';"],
])('%s runs %s: only the till compiles WebAssembly', async (path, scripts) => {
  expect((await answerAt(path))?.headers.get('content-security-policy')).toContain(scripts)
})
