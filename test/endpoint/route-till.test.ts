// Every route of a paired browser × each caller: exactly the statuses of test/kit/route-table.ts, and nothing
// for other callers. route-matrix.test.ts checks that the table has every route.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'
import { displayCode, displayIds, openDisplay, removeDisplays } from '../kit/endpoint-display.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'
import { openPrinter } from '../kit/printer.ts'
import { type CallerKind, callerKinds, type RouteAnswer, tillAnswers } from '../kit/route-caller.ts'
import { headersOf, openHouse } from '../kit/route-house.ts'
import { appOf, asForm, bodiesOf, foreignPagesFor, formTypes, statusOf } from '../kit/route-request.ts'
import { type TillRow, tillRoutes } from '../kit/route-table.ts'

const shop = await openEndpointShop()
const printer = await openPrinter()
const crew = await addCashiers(shop)
const own = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
const other = await pairTill(shop, 'Back', { staffId: crew.juma, pin: pins.juma })
const houses = {
  own: await openHouse(shop, shop.accounts.sandbox, 'own'),
  other: await openHouse(shop, shop.accounts.stranger, 'other'),
}
const bodies = bodiesOf(appOf(shop).routes)
afterAll(() => Promise.all([shop.close(), printer.off()]))
/** A minute between tests, so that errors never reach the limit of an address. */
beforeEach(() => shop.advance(60_000))

/** Makes what a route needs at a till with a signed-in cashier; answers what its path names. */
async function ready({ need }: TillRow, till: PairedTill): Promise<string> {
  await (till === own ? till.signIn(crew.neema, pins.neema) : till.signIn(crew.juma, pins.juma))
  if (need === 'no shift')
    await till.request({ path: '/api/v1/till/shift/close', json: { counted: 0, reason: 'Test' } })
  else await till.request({ path: '/api/v1/till/shift', json: { float: 200_000 } })
  switch (need) {
    case 'sale for cash':
      return textAt(await till.takeCash(500), 'data.id')
    case 'printer': {
      const json = { host: printer.host, port: printer.port, paper: 80 }
      await shop.request({ as: 'owner', method: 'PUT', path: `/api/v1/tills/${till.id}/printer`, json })
      break
    }
    case 'display code':
      return displayCode(till)
    case 'display': {
      await removeDisplays(till)
      await openDisplay(shop, till)
      return (await displayIds(till))[0] ?? ''
    }
  }
  return ''
}

function askOf(route: string, thing: string, headers: TestRequest['headers'] = {}): TestRequest {
  const [method = '', path = ''] = route.split(' ')
  const json = route.endsWith('/till/login') ? { staff_id: crew.neema, pin: pins.neema } : bodies.get(route)
  const asked = path.endsWith('/pairing.svg') ? `${path}?code=${thing}` : path.replace(':id', thing)
  return { method, path: asked, headers, ...(json === undefined ? {} : { json }) }
}
const asTill = ({ cookie }: PairedTill) => ({ cookie })

/** Sends a request that must change nothing; returns its answer. */
async function refusedTo(request: TestRequest): Promise<{ status: number; code: string }> {
  const before = await shop.snapshot()
  const answer = await statusOf(shop, request)
  expect(await before.changes()).toEqual({})
  return answer
}
const unauthorized = { status: 401, code: 'unauthorized' }
const forbidden = { status: 403, code: 'forbidden' }

describe.each(Object.entries(tillRoutes))('%s', (route, row) => {
  test('a till with a signed-in cashier gets it', async () => {
    const thing = await ready(row, own)
    const expected = tillAnswers['a till with a cashier'](row, route)
    expect(await statusOf(shop, askOf(route, thing, asTill(own)))).toEqual(expected)
  })

  test('a till without a signed-in cashier gets it only where no cashier is needed', async () => {
    const thing = await ready(row, own)
    await own.request({ method: 'POST', path: '/api/v1/till/logout' })
    const request = askOf(route, thing, asTill(own))
    const expected = tillAnswers['a till without a cashier'](row, route)
    expect(await (row.isOpen ? statusOf(shop, request) : refusedTo(request))).toEqual(expected)
  })

  test('a revoked till gets nothing', async () => {
    const gone = await pairTill(shop, 'Gone', { staffId: crew.neema, pin: pins.neema })
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${gone.id}` })
    const thing = await ready(row, own)
    expect(await refusedTo(askOf(route, thing, asTill(gone)))).toEqual(unauthorized)
  })

  test('is refused to each kind of caller but a till, and changes nothing', async () => {
    const thing = await ready(row, own)
    const others = callerKinds.filter(kind => !kind.startsWith('a till'))
    const got: [CallerKind, RouteAnswer][] = []
    for (const kind of others)
      got.push([kind, await refusedTo(askOf(route, thing, await headersOf(shop, kind, houses, undefined)))])
    expect(new Map(got)).toEqual(new Map(others.map(kind => [kind, tillAnswers[kind](row, route)])))
  })

  if (row.need === 'sale for cash' || row.need?.startsWith('display'))
    test('of another till is not found', async () => {
      const thing = await ready(row, other)
      await ready(row, own)
      expect((await refusedTo(askOf(route, thing, asTill(own)))).status).toBe(404)
    })

  if (!route.startsWith('GET')) {
    test.each(foreignPagesFor(route))('is refused from %s', async (_, sent) => {
      const thing = await ready(row, own)
      expect(await refusedTo(askOf(route, thing, { ...asTill(own), ...sent }))).toEqual(forbidden)
    })

    test('takes no body that a form could send', async () => {
      const thing = await ready(row, own)
      const request = askOf(route, thing, asTill(own))
      if (request.json === undefined) return
      for (const type of formTypes)
        expect(await refusedTo(asForm(request, type))).toEqual({
          status: 415,
          code: 'unsupported_media_type',
        })
    })
  }
})
