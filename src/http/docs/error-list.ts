// Every error of the API, for docs/errors.md and the page /docs/errors. scripts/error-list.ts writes the
// file; a test compares them.
import { typefaceStyle } from '../../../ui/kit/typeface.ts'
import { listReasons, type Reason } from '../../domain/fault.ts'
import { statusAndCode } from '../server/fault.ts'

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

/** By status and error_code, in the order of the statuses. */
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

const style = `${typefaceStyle}body{font:16px/1.5 Inter,"Inter fallback",system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{margin-top:2.5rem}dt{font-family:ui-monospace,monospace;font-weight:600;margin-top:1rem}dd{margin:0}
:target{background:#fde68a;color:#111}`

const escaped = (text: string) => Bun.escapeHTML(text)

/** The list as a page without any other file. */
export function errorPage(): Response {
  const body = groups().map(
    ([title, group]) =>
      `<h2>${escaped(title)}</h2><dl>${group
        .map(
          ({ reason, message, params, cure }) =>
            `<dt id="${reason}">${reason}</dt><dd>${escaped(message)}</dd>${
              params.length > 0 ? `<dd>params: ${params.join(', ')}</dd>` : ''
            }${cure ? `<dd>${escaped(cure)}</dd>` : ''}`,
        )
        .join('')}</dl>`,
  )
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Errors · Kaunta</title><style>${style}</style><h1>Errors</h1>${intro.map(text => `<p>${escaped(text)}</p>`).join('')}${body.join('')}</html>`
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  return new Response(html, {
    headers: {
      'content-type': 'text/html;charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
  })
}
