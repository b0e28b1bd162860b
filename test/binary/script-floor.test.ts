// The syntax of every script that the executable serves is that of the oldest supported browsers
// (docs/browsers.md): a script with newer syntax does not run at all. Functions: test/browser/floor.proof.ts.
import { expect, test } from 'bun:test'
import { transformSync } from 'esbuild'
import { openBinaryShop } from '../kit/binary-shop.ts'

/** Returns all scripts that the pages load, at once or later, by their path. */
async function scriptsOf(url: string, pages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map<string, string>()
  const load = async (path: string): Promise<void> => {
    const text = await (await fetch(`${url}${path}`)).text()
    if (path.endsWith('.js')) scripts.set(path, text)
    for (const [, next = ''] of text.matchAll(/"(?:\.?\/)?([\w-]+\.js)"/g))
      if (!scripts.has(`/${next}`)) await load(`/${next}`)
  }
  for (const page of pages) await load(page)
  return scripts
}

test('every script is in the syntax of the oldest supported browsers', async () => {
  const shop = await openBinaryShop()
  const scripts = await scriptsOf(shop.url, ['/till', '/admin', '/display', '/phone', '/till-worker.js'])
  await shop.close()
  expect(scripts.size).toBeGreaterThan(50)
  // \p{…} is known since Chrome 64; esbuild rewrites it because each Unicode version has more letters.
  const supported = { 'regexp-unicode-property-escapes': true }
  const options = { format: 'esm', logLevel: 'silent', supported } as const
  const newer = [...scripts].filter(([, code]) => {
    const floor = transformSync(code, { ...options, target: ['chrome97', 'safari15.4', 'firefox104'] })
    return floor.code !== transformSync(code, { ...options, target: 'esnext' }).code
  })
  expect(newer.map(([name]) => name)).toEqual([])
})
