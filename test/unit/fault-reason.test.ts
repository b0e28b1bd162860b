// The reasons of errors: each is used and has a cure, and /docs/errors lists it. And the envelope.
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { badField, type Fault, fault, listReasons, messageOf } from '../../src/domain/fault.ts'
import { faultReasons } from '../../src/domain/fault-reason.ts'
import { errorPage } from '../../src/http/docs/error-list.ts'
import { faultView } from '../../src/http/server/fault.ts'

const sources = await Promise.all(
  [...new Glob('src/**/*.ts').scanSync('.')].map(async path => ({ path, text: await Bun.file(path).text() })),
)
const isTable = (path: string) => /^src\/domain\/[a-z]+-reason\.ts$/.test(path)
const code = sources.filter(({ path }) => !isTable(path)).map(({ text }) => text)

test.each(listReasons().map(({ reason }) => reason))('%s is used in the code', reason => {
  expect(code.some(text => text.includes(`'${reason}'`))).toBe(true)
})

test('names are snake_case', () => {
  for (const { reason } of listReasons()) expect(reason).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
})

test('only domain/fault.ts makes a Fault, so that none lacks a reason', () => {
  const makers = sources.filter(({ text }) => text.includes('new Fault(')).map(({ path }) => path)
  expect(makers).toEqual(['src/domain/fault.ts'])
})

describe('the list of errors', () => {
  test('is a page that has each reason as an anchor and loads nothing from other servers', async () => {
    const page = errorPage()
    expect(page.headers.get('content-security-policy')).toStartWith("default-src 'none'; style-src 'sha256-")
    const html = await page.text()
    for (const { reason } of listReasons()) expect(html).toContain(`<dt id="${reason}">`)
    expect(html).not.toMatch(/<script [^>]*src|<img|https?:\/\/[^ ]*\.(css|js)/)
  })
})

const viewOf = (found: Fault) => faultView(found, { requestId: 'req_1', publicUrl: 'http://shop.test' })

describe('the envelope', () => {
  test('has reason and params, of the error and of each field, and a link', () => {
    const message = `amount ${messageOf('out_of_range', { min: 500, max: 900 })}`
    expect(message).toMatch(/500.*900/)
    expect(viewOf(badField('amount', 'out_of_range', { min: 500, max: 900 }))).toEqual({
      status: 'error',
      code: 400,
      error_code: 'validation_error',
      reason: 'out_of_range',
      message,
      params: { min: 500, max: 900 },
      errors: [
        {
          field: 'amount',
          message,
          reason: 'out_of_range',
          params: { min: 500, max: 900 },
        },
      ],
      doc_url: 'http://shop.test/docs/errors#out_of_range',
      request_id: 'req_1',
    })
  })
  test('has no params where there are none', () => {
    expect(viewOf(fault('till_revoked'))).not.toHaveProperty('params')
  })
  test('fills messages in once', () => {
    const reference = '{reference} $& {x}'
    const [before, after] = faultReasons.payment_not_found.message.split('{reference}')
    expect(fault('payment_not_found', { reference }).message).toBe(`${before}${reference}${after}`)
  })
})
