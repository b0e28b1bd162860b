// Every route of a paired display × each caller: only its own cookie opens them, and it opens nothing else.
// route-matrix.test.ts checks that the table has every route.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { displayIds, openDisplay, setDisplayContent } from '../kit/endpoint-display.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { type CallerKind, callerKinds, displayAnswers, type RouteAnswer } from '../kit/route-caller.ts'
import { headersOf, openHouse } from '../kit/route-house.ts'
import { appOf, bodiesOf, statusOf } from '../kit/route-request.ts'
import { displayRoutes, guardedRoutes, tillRoutes } from '../kit/route-table.ts'

let path: (route: string) => string

const shop = await openEndpointShop()
const houses = {
  own: await openHouse(shop, shop.accounts.sandbox, 'own'),
  other: await openHouse(shop, shop.accounts.stranger, 'other'),
}
const crew = await addCashiers(shop)
const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
const screen = await openDisplay(shop, till)
await setDisplayContent(till, { reference: await till.sellByQr(5_000) })
const name = (await screen.state()).sale?.qr
path = route => `${route.split(' ')[1]}${route.endsWith('qr.svg') ? `?name=${name}` : ''}`
afterAll(() => shop.close())
/** A minute between tests, so that errors never reach the limit of an address. */
beforeEach(() => shop.advance(60_000))

const unauthorized = { status: 401, code: 'unauthorized' }

async function refusedTo(request: TestRequest) {
  const before = await shop.rows()
  const answer = await statusOf(shop, request)
  expect(changesBetween(before, await shop.rows())).toEqual({})
  return answer
}

describe.each(Object.entries(displayRoutes))('%s', (route, status) => {
  const request = (headers: TestRequest['headers'] = {}): TestRequest => ({
    method: 'GET',
    path: path(route),
    headers,
  })

  test('a paired display gets it', async () => {
    expect(await statusOf(shop, request({ cookie: screen.cookie }))).toEqual(
      displayAnswers['a display'](status, route),
    )
  })

  test('callers without a credential, a till, and a logged-in browser get 401', async () => {
    expect(await refusedTo(request())).toEqual(unauthorized)
    expect(await refusedTo(request({ cookie: till.cookie, 'kaunta-till': '1' }))).toEqual(unauthorized)
    expect(await refusedTo({ ...request(), as: 'browser' })).toEqual(unauthorized)
  })

  test('is refused to each kind of caller but a display, and changes nothing', async () => {
    const others = callerKinds.filter(kind => kind !== 'a display')
    const got: [CallerKind, RouteAnswer][] = []
    for (const kind of others)
      got.push([kind, await refusedTo(request(await headersOf(shop, kind, houses, undefined)))])
    expect(new Map(got)).toEqual(new Map(others.map(kind => [kind, displayAnswers[kind](status, route)])))
  })

  test('the till’s secret under the display’s name, and the other way round, open nothing', async () => {
    const swapped = till.cookie.replace('kaunta_till', 'kaunta_display')
    expect(await refusedTo(request({ cookie: swapped }))).toEqual(unauthorized)
  })

  test('a removed one gets nothing', async () => {
    const other = await openDisplay(shop, till)
    const id = (await displayIds(till)).at(-1)
    await till.request({ method: 'DELETE', path: `/api/v1/till/displays/${id}` })
    expect(await refusedTo(request({ cookie: other.cookie }))).toEqual(unauthorized)
  })
})

describe('the display’s cookie opens nothing else', () => {
  const routes = [...Object.keys(guardedRoutes), ...Object.keys(tillRoutes)]
  test.each(routes)('%s', async route => {
    const [method = '', where = ''] = route.split(' ')
    const json = bodiesOf(appOf(shop).routes).get(route)
    const asDisplay = { cookie: screen.cookie }
    const asTill = { cookie: screen.cookie.replace('kaunta_display', 'kaunta_till'), 'kaunta-till': '1' }
    for (const headers of [asDisplay, { ...asDisplay, 'kaunta-till': '1' }, asTill]) {
      const request = {
        method,
        path: where.replace(/:\w+/, 'none'),
        headers,
        ...(json === undefined ? {} : { json }),
      }
      expect(await refusedTo(request)).toEqual(unauthorized)
    }
  })
})
