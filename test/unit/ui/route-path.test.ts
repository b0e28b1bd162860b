// The paths that pages write as text, for requests outside Eden's types and for links: each is a route of the
// API. A wrong path compiles, and shows itself only when a person presses the button.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { displayRoutes, guardedRoutes, openRoutes, tillRoutes } from '../../kit/route-table.ts'

const ui = join(import.meta.dir, '../../../ui')
const routes = [guardedRoutes, tillRoutes, displayRoutes, openRoutes].flatMap(table =>
  Object.keys(table).map(name => name.slice(name.indexOf(' ') + 1)),
)

/** A text that begins with the path of the API, in quotes of either kind. */
const pathText = /`(\/(?:api\/)?v1\/[^`]*)`|'(\/(?:api\/)?v1\/[^'\n]*)'/g
/** An expression in a template, which may hold an object. */
const expression = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** Returns the paths in a source, with `*` for each expression and without the query. */
const pathsIn = (source: string): string[] =>
  [...source.matchAll(pathText)].map(([, template, plain]) =>
    String(template ?? plain)
      .replace(expression, '*')
      .replace(/\?.*/s, ''),
  )

/**
 * Returns whether a segment with `*` for expressions can be the segment of a route, which may be a parameter.
 */
const fits = (segment: string, routed: string) =>
  routed.startsWith(':') ||
  new RegExp(`^${segment.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`).test(routed)

/** Returns whether a route has this path. */
const isRouted = (path: string) =>
  routes.some(route => {
    const [segments, routed] = [path.split('/'), route.split('/')]
    return (
      segments.length === routed.length &&
      segments.every((segment, index) => fits(segment, String(routed[index])))
    )
  })

test('every path in a page is a route', async () => {
  const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(ui)]
  const found = await Promise.all(
    files.map(async file => pathsIn(await Bun.file(join(ui, file)).text()).map(path => ({ file, path }))),
  )
  expect(found.flat().length).toBeGreaterThan(20)
  expect(found.flat().filter(({ path }) => !isRouted(path))).toEqual([])
})

test.each([
  ["post('/api/v1/me')", '/api/v1/me', true],
  ['post(`/api/v1/staff/${id}/hand-over`)', '/api/v1/staff/*/hand-over', false],
  ['get(`/api/v1/tills/${id}/pairing.svg?${query({ code })}`)', '/api/v1/tills/*/pairing.svg', true],
  ['get(`/api/v1/${what}.csv${query({ account })}`)', '/api/v1/*.csv*', true],
  ["get('/v1/orders')", '/v1/orders', false],
])('%s names a route: %p, %p', (source, path, isRoute) => {
  expect(pathsIn(source)).toEqual([path])
  expect(isRouted(path)).toBe(isRoute)
})
