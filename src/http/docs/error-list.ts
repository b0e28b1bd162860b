// The page /docs/errors: every error of the API, from the tables of reasons.
import { listReasons, type Reason } from '../../domain/fault.ts'
import { statusAndCode } from '../server/fault.ts'
import { docsPage } from './docs-page.ts'

/** One error, as the list shows it. */
interface ErrorRow {
  readonly reason: Reason | 'internal_error'
  readonly status: number
  readonly errorCode: string
  readonly message: string
  readonly params: readonly string[]
  readonly cure: string // what to do; empty when the message tells it
}

const internalError: ErrorRow = {
  reason: 'internal_error',
  status: 500,
  errorCode: 'internal_error',
  message: 'something went wrong on our side; the log has the details under this request_id',
  params: [],
  cure: 'Try again. If it stays, send the request_id to support.',
}

/** Returns every error of the API. */
const listErrors = (): readonly ErrorRow[] => [
  ...listReasons().map(({ reason, kind, isField, message, cure }) => ({
    reason,
    ...statusAndCode(kind),
    message: isField ? `{field} ${message}` : message,
    params: [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))],
    cure: cure ?? '',
  })),
  internalError,
]

/** Returns the errors in groups by status and error_code, such as `404 not_found`, sorted by status. */
function groupErrors(): [title: string, rows: ErrorRow[]][] {
  const groups = Map.groupBy(listErrors(), row => `${row.status} ${row.errorCode}`)
  const statusOf = ([, [firstRow]]: [string, ErrorRow[]]) => firstRow?.status ?? 0
  return [...groups].sort((left, right) => statusOf(left) - statusOf(right))
}

const intro = [
  'Every error has an error_code for its kind and a reason for its cause. Both stay the same when a message changes.',
  'params are the values in the message. {field} is the field that is wrong: errors lists each with its own reason.',
]

const escapeText = (text: string) => Bun.escapeHTML(text)
/** Returns the anchor of a group, such as `404-not_found`. */
const anchorOf = (title: string) => title.replace(' ', '-')

/** Returns the entry of an error in the list, as HTML. */
function errorHtml({ reason, message, params, cure }: ErrorRow): string {
  const entry = `<dt id="${reason}">${reason}</dt><dd>${escapeText(message)}</dd>`
  const paramList = params.length > 0 ? `<dd>params: ${params.join(', ')}</dd>` : ''
  const cureText = cure ? `<dd>${escapeText(cure)}</dd>` : ''
  return entry + paramList + cureText
}

/**
 * Answers with the list as a page of the documentation.
 * @param request compresses the response if its sender accepts that
 */
export function errorPage(request?: Request): Response {
  const body = groupErrors().map(([title, group]) => {
    const heading = `<h2 id="${anchorOf(title)}">${escapeText(title)}</h2>`
    return `${heading}<dl>${group.map(errorHtml).join('')}</dl>`
  })
  return docsPage({
    path: '/docs/errors',
    title: 'Errors',
    body: `<h1>Errors</h1>${intro.map(text => `<p>${escapeText(text)}</p>`).join('')}${body.join('')}`,
    sections: groupErrors().map(([title]) => ({ id: anchorOf(title), title: escapeText(title) })),
    request,
  })
}
