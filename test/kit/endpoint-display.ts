// Words for endpoint tests of displays: codes, paired devices, and what they receive.
import { expect } from 'bun:test'
import type { DisplayState } from '../../src/wire/display.ts'
import type { EndpointShop, TestRequest } from './endpoint.ts'
import { at, type TestResponse, textAt } from './endpoint-answer.ts'
import { cookieOf, type PairedTill } from './endpoint-till.ts'

export async function displayCode(till: PairedTill): Promise<string> {
  const made = await till.request({ method: 'POST', path: '/api/v1/till/displays' })
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 })
  return textAt(made, 'data.pairing_code')
}

export const pairDisplay = (
  shop: EndpointShop,
  code: string,
  agent = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0',
): Promise<TestResponse> =>
  shop.request({ path: '/api/v1/display/pair', json: { code }, headers: { 'user-agent': agent } })

export interface PairedDisplay {
  readonly cookie: string
  request(request: TestRequest): Promise<TestResponse>
  /** Returns its current content. */
  state(): Promise<DisplayState>
  /** Opens its stream. */
  watches(): Promise<{ next(): Promise<string>; stop(): Promise<void> }>
}

export async function openDisplay(shop: EndpointShop, till: PairedTill): Promise<PairedDisplay> {
  const paired = await pairDisplay(shop, await displayCode(till))
  expect({ status: paired.status, text: paired.text }).toMatchObject({ status: 200 })
  return displayWithCookie(shop, cookieOf(paired))
}

export function displayWithCookie(shop: EndpointShop, cookie: string): PairedDisplay {
  const request = (asked: TestRequest) => shop.request({ ...asked, headers: { cookie, ...asked.headers } })
  return {
    cookie,
    request,
    async state() {
      const answer = await request({ path: '/api/v1/display' })
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
      return at(answer, 'data') as DisplayState
    },
    async watches() {
      const response = await shop.send({ path: '/api/v1/display/stream', headers: { cookie } })
      expect(response.status).toBe(200)
      const reader = response.body
        ?.pipeThrough(new TextDecoderStream() as never)
        .getReader() as ReadableStreamDefaultReader<string>
      let text = ''
      return {
        /** Returns the next event, without its end; comments and the retry are left out. */
        async next() {
          for (;;) {
            const end = text.indexOf('\n\n')
            if (end >= 0) {
              const one = text.slice(0, end)
              text = text.slice(end + 2)
              if (one.startsWith('event:')) return one
              continue
            }
            const { done, value } = await reader.read()
            if (done) return 'end'
            text += value
          }
        },
        stop: () => reader.cancel(),
      }
    },
  }
}

export const displayIds = async (till: PairedTill): Promise<string[]> =>
  ([at(await till.request({ path: '/api/v1/till/displays' }), 'data')].flat() as { id: string }[]).map(
    ({ id }) => id,
  )

/** Takes all displays of a till away. */
export async function removeDisplays(till: PairedTill): Promise<void> {
  for (const id of await displayIds(till))
    await till.request({ method: 'DELETE', path: `/api/v1/till/displays/${id}` })
}

export const setDisplayContent = (till: PairedTill, json: object): Promise<TestResponse> =>
  till.request({ method: 'PUT', path: '/api/v1/till/display-content', json })
