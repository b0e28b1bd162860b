// The routes /health and /ready. health.ts decides what they answer.
import { Elysia } from 'elysia'
import { HealthView, ReadyView } from '../../wire/answer.ts'
import { doc, jsonAnswer } from '../docs/doc.ts'
import { newHealth } from './health.ts'
import type { Server } from './server.ts'

const healthDoc = doc({
  id: 'getHealth',
  tag: 'Health',
  summary: 'Read whether the server runs',
  answers: { 200: jsonAnswer('Running', HealthView) },
})
const readyDoc = doc({
  id: 'getReady',
  tag: 'Health',
  summary: 'Read whether the server is ready',
  description: 'Ready means that it can write and runs its jobs. For load balancers and watchdogs.',
  answers: { 200: jsonAnswer('Ready', ReadyView), 503: jsonAnswer('Not ready', ReadyView) },
})

/** Returns the routes that load balancers and watchdogs request. */
export const healthRoutes = (server: Server) => {
  const { health, ready } = newHealth(server)
  return new Elysia().get('/health', health, healthDoc).get(
    '/ready',
    async ({ set }) => {
      const { status, view } = await ready()
      set.status = status
      return view
    },
    readyDoc,
  )
}
