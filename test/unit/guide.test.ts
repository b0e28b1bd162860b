// The guides inside the executable: none of their links is dead, and no link of the console to them.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { contentsOf } from '../../src/http/docs/docs-page.ts'
import { errorPage } from '../../src/http/docs/error-list.ts'
import { chapters, guideOfPage } from '../../src/http/docs/guide.ts'
import { guideAnswer } from '../../src/http/docs/guide-page.ts'
import { guides } from '../../ui/admin/parts/guide.model.ts'

const root = join(import.meta.dir, '../..')
const origin = 'http://192.168.1.10:8080'
const pages = chapters.flatMap(([, pages]) => pages)
const paths = [...pages.map(page => guideOfPage(page)?.path ?? ''), '/docs/errors']
const answerOf = (path: string): Response | undefined => {
  const request = new Request(`${origin}${path}`)
  return path === '/docs/errors' ? errorPage(request) : guideAnswer(request)
}
const textOf = async (path: string) => (await answerOf(path)?.text()) ?? ''
const linksOf = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href)

/** Paths of the server that are neither guides nor their files. */
const otherPaths = ['/docs', '/icon-192.png', '/font/inter-5.3.0.woff2']

/** Returns what is wrong with a link from a page, in words. */
async function complaintsOf(path: string, href: string): Promise<string[]> {
  if (/^https?:/.test(href) || otherPaths.includes(href)) return []
  const { pathname, hash } = new URL(href, `${origin}${path}`)
  const answer = answerOf(pathname)
  if (answer?.status !== 200) return [`${path} links to ${href}, which is not there`]
  const isAnchor = hash === '' || (await answer.text()).includes(` id="${hash.slice(1)}"`)
  return isAnchor ? [] : [`${path} links to ${href}, which has no such anchor`]
}

describe.each(paths)('%s', path => {
  test('has no dead link', async () => {
    const links = linksOf(await textOf(path))
    expect(links.length).toBeGreaterThan(pages.length)
    expect((await Promise.all(links.map(href => complaintsOf(path, href)))).flat()).toEqual([])
  })

  test('is marked in the contents, has one title, and keeps to its policy', async () => {
    const html = await textOf(path)
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/ style="|```|\.md"/)
  })
})

test('the contents lead to every page of docs for merchants, developers and operators', () => {
  const kept = ['benchmarks.md', 'glossary.md', 'proof.md', 'releases.md', 'security.md']
  const written = ['*.md', 'operate/*.md']
    .flatMap(pattern => [...new Bun.Glob(pattern).scanSync(join(root, 'docs'))])
    .filter(path => !kept.includes(path))
  expect<string[]>(pages.toSorted()).toEqual(written.sort())
  expect(linksOf(contentsOf('/docs')).filter(href => href === '/docs')).toHaveLength(1)
})

test('files that readers of a guide copy are served unchanged', async () => {
  const answer = answerOf('/docs/verify/verify.ts')
  expect(answer?.headers.get('content-type')).toBe('text/plain;charset=utf-8')
  expect(await answer?.text()).toBe(await Bun.file(join(root, 'docs/verify/verify.ts')).text())
  expect(await textOf('/docs/monitoring/dashboard.json')).toBe(
    await Bun.file(join(root, 'docs/monitoring/dashboard.json')).text(),
  )
})

test.each(['__proto__', 'constructor', 'verify', 'webhooks.md', 'decisions/0001', ''])(
  'there is no guide %p',
  name => expect(guideAnswer(new Request(`${origin}/docs/${name}`))).toBeUndefined(),
)

test('the quick start names the server that served it', async () => {
  expect(await textOf('/docs/quickstart')).toContain(`KAUNTA_URL=${origin}\n`)
})

describe('the console links to', () => {
  test.each(Object.entries(guides))('%s', async (_, place) =>
    expect(await complaintsOf('/docs', `/docs/${place}`)).toEqual([]),
  )

  test('only pages of the documentation that exist', async () => {
    const sources = [...new Bun.Glob('ui/**/*.{ts,tsx}').scanSync(root)]
    const links = await Promise.all(
      sources.map(async path =>
        [...(await Bun.file(join(root, path)).text()).matchAll(/href="(\/docs[^"]*)"/g)].map(
          ([, href = '']) => href,
        ),
      ),
    )
    const found = links.flat()
    expect(found).toContain('/docs')
    expect((await Promise.all(found.map(href => complaintsOf('/docs', href)))).flat()).toEqual([])
  })
})
