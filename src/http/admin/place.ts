// How devices reach this server: its names and addresses, and its secure connection, for the console.
import { Elysia } from 'elysia'
import { Answer } from '../../wire/answer.ts'
import { PlacesView } from '../../wire/place.ts'
import { access } from '../access/access.ts'
import { guardedDoc, jsonAnswer } from '../docs/doc.ts'
import type { Server } from '../server/server.ts'

const placesDoc = guardedDoc('settings', {
  id: 'listPlaces',
  tag: 'Health',
  summary: 'List the addresses of this server',
  description:
    'The names and addresses that lead to this server from the shop’s network now. They change with the network.',
  answers: { 200: jsonAnswer('Each address, names first', Answer(200, PlacesView)) },
})

/** Returns the route that lists the addresses of this server. */
export const placeRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/places',
    () => {
      const items = server.reach.places().map(({ url, kind, isSecure }) => ({ url, kind, secure: isSecure }))
      const { state, until } = server.reach.https()
      const https = { state, expires_at: until === undefined ? null : new Date(until).toISOString() }
      return { code: 200, data: { items, https } } satisfies { code: 200; data: PlacesView }
    },
    placesDoc,
  )
