// Every error of the API, for docs/errors.md and the page /docs/errors. scripts/error-list.ts writes the
// file; a test compares them.
import { listReasons, type Reason } from '../../domain/fault.ts'
import { statusAndCode } from '../server/fault.ts'
import { docsPage } from './docs-page.ts'

export interface ErrorRow {
  readonly reason: Reason | 'internal_error'
  readonly status: number
  readonly errorCode: string
  readonly message: string
  readonly params: readonly string[]
  readonly cure: string
}

const internal: ErrorRow = {
  reason: 'internal_error',
  status: 500,
  errorCode: 'internal_error',
  message: 'something went wrong on our side; the log has the details under this request_id',
  params: [],
  cure: 'Try again. If it stays, send the request_id to support.',
}

const rows = (): readonly ErrorRow[] => [
  ...listReasons().map(({ reason, kind, isField, message, cure }) => ({
    reason,
    ...statusAndCode(kind),
    message: isField ? `{field} ${message}` : message,
    params: [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))],
    cure: cure ?? '',
  })),
  internal,
]

/** Groups the errors by status and error_code, in the order of the statuses. */
const groups = () =>
  [...Map.groupBy(rows(), row => `${row.status} ${row.errorCode}`)].sort(
    ([, [one]], [, [other]]) => (one?.status ?? 0) - (other?.status ?? 0),
  )

const intro = [
  'Every error has an error_code for its kind and a reason for its cause. Both stay the same when a message changes.',
  'params are the values in the message. {field} is the field that is wrong: errors lists each with its own reason.',
]

/** The list as Markdown. */
export const errorMarkdown = (): string =>
  `${[
    '# Errors',
    ...intro,
    ...groups().flatMap(([title, group]) => [
      `## ${title}`,
      ...group.flatMap(({ reason, message, params, cure }) => [
        `### ${reason}`,
        `\`${message}\``,
        ...(params.length > 0 ? [`Params: ${params.join(', ')}.`] : []),
        ...(cure ? [cure] : []),
      ]),
    ]),
  ].join('\n\n')}\n`

const escapeText = (text: string) => Bun.escapeHTML(text)
const anchorOf = (title: string) => title.replace(' ', '-')

/** The list as a page of the documentation. */
export function errorPage(request?: Request): Response {
  const body = groups().map(
    ([title, group]) =>
      `<h2 id="${anchorOf(title)}">${escapeText(title)}</h2><dl>${group
        .map(
          ({ reason, message, params, cure }) =>
            `<dt id="${reason}">${reason}</dt><dd>${escapeText(message)}</dd>${
              params.length > 0 ? `<dd>params: ${params.join(', ')}</dd>` : ''
            }${cure ? `<dd>${escapeText(cure)}</dd>` : ''}`,
        )
        .join('')}</dl>`,
  )
  return docsPage({
    path: '/docs/errors',
    title: 'Errors',
    body: `<h1>Errors</h1>${intro.map(text => `<p>${escapeText(text)}</p>`).join('')}${body.join('')}`,
    sections: groups().map(([title]) => ({ id: anchorOf(title), title: escapeText(title) })),
    request,
  })
}
