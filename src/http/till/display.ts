// Displays: a till pairs, lists and removes its displays and sets their content; a paired display reads it.
import { Elysia } from 'elysia'
import { deviceOf } from '../../domain/device.ts'
import { assert, fault } from '../../domain/fault.ts'
import { displaysOf, isDisplayPairing, newDisplay, pairDisplay, revokeDisplay } from '../../flow/display.ts'
import { setDisplayContent } from '../../flow/display-content.ts'
import { countDisplays } from '../../store/display.ts'
import {
  displayPairingView,
  displayUrl,
  displayView,
  PairDisplay,
  SetDisplayContent,
} from '../../wire/display.ts'
import { access, countAddress, tillCallerOf } from '../access/access.ts'
import { assertKeepsCookies } from '../access/cookie.ts'
import { withWrongCodesCounted } from '../access/wrong-code.ts'
import { qrImage } from '../payments/qr.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'
import { displayCookie } from './display-cookie.ts'
import * as docs from './display-doc.ts'
import { currentDisplay, displayAccess, nameOfQr } from './display-state.ts'
import { displayStream } from './display-stream.ts'

/** Returns the routes with which a person at the till manages its displays and sets their content. */
const tillRoutes = (server: Server) => {
  const { appliance } = server
  const listViews = async (tillId: string) => (await displaysOf(appliance, tillId)).map(displayView)
  return new Elysia({ prefix: '/api/v1/till' })
    .use(access(server))
    .post(
      '/displays',
      async ({ caller, set }) => {
        const { display, code } = await newDisplay(appliance, tillCallerOf(caller))
        set.status = 201
        set.headers['cache-control'] = 'no-store'
        return { code: 201, data: displayPairingView(display, code, appliance.publicUrl) }
      },
      { parse: 'none', ...docs.create },
    )
    .get(
      '/displays',
      async ({ caller }) => ({ code: 200, data: await listViews(tillCallerOf(caller).tillId) }),
      docs.listAll,
    )
    .get(
      '/displays/pairing.svg',
      async ({ caller, query, request }) => {
        const { code = '' } = query
        if (!(await isDisplayPairing(appliance, tillCallerOf(caller).tillId, code)))
          throw fault('pairing_code_not_found')
        return qrImage('svg', displayUrl(appliance.publicUrl, code), query, request)
      },
      docs.pairingQr,
    )
    .delete(
      '/displays/:id',
      async ({ caller, params }) => {
        const tillCaller = tillCallerOf(caller)
        await revokeDisplay(appliance, tillCaller, params.id)
        return { code: 200, data: await listViews(tillCaller.tillId) }
      },
      { parse: 'none', ...docs.remove },
    )
    .put(
      '/display-content',
      async ({ body, caller }) => {
        const tillCaller = tillCallerOf(caller)
        await setDisplayContent(appliance, tillCaller, body)
        return { code: 200, data: { displays: await countDisplays(appliance.store.read, tillCaller.tillId) } }
      },
      { ...jsonBody(SetDisplayContent), ...docs.show },
    )
}

/** Returns the public route that pairs a browser as a display. The pairing code is its credential. */
const pairRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1/display' })
    .derive({ as: 'local' }, ({ request, set }) => {
      countAddress(server, request, 'pair', set.headers as Record<string, string>)
    })
    .post(
      '/pair',
      async ({ body, request, set }) => {
        const { appliance } = server
        assertKeepsCookies(appliance, request)
        const name = deviceOf(request.headers.get('user-agent') ?? '')
        const entry = { code: body.code.trim(), name, address: server.peerOf(request) }
        const secret = await withWrongCodesCounted(server, request, () => pairDisplay(appliance, entry))
        set.headers['set-cookie'] = displayCookie(secret, appliance.secureCookies)
        set.headers['cache-control'] = 'no-store'
        const display = await currentDisplay(appliance, secret)
        assert(display, 'a display that was paired a moment ago exists')
        return { code: 200, data: display.state }
      },
      { ...jsonBody(PairDisplay), ...docs.pair },
    )

/** Returns the routes with which a paired display reads its content. */
const displayDeviceRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1/display' })
    .use(displayAccess(server))
    .get(
      '',
      ({ display, set }) => {
        set.headers['cache-control'] = 'no-store'
        return { code: 200, data: display.state }
      },
      docs.get,
    )
    .get(
      '/stream',
      ({ display, secret, request }) => displayStream(server, request, { secret, display }),
      docs.stream,
    )
    .get(
      '/qr.svg',
      ({ display, query, request }) => {
        const text = display.qr
        // The sale may have changed since the page read it. Never show the next sale's code with this amount.
        if (text === null || nameOfQr(text) !== query.name) throw fault('qr_not_shown')
        return qrImage('svg', text, query, request)
      },
      docs.qr,
    )

/** Returns the routes with which tills manage their displays, and displays read their content. */
export const displayRoutes = (server: Server) =>
  new Elysia().use(tillRoutes(server)).use(pairRoutes(server)).use(displayDeviceRoutes(server))
