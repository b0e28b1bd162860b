// The API reference: /docs is the page of /docs/openapi.json, the document for integrators. /docs/till.json
// is the document of till and console, /docs/json contains both, and /docs/script/… is the script of the
// page. They are built at the first request, so that they do not slow the start. The page loads nothing from
// other servers: see docs/decisions/0006-api-reference.md. All other paths are those of the guides.
import scriptPath from '@scalar/api-reference/browser/standalone.js' with { type: 'file' }
import { Elysia, NotFoundError } from 'elysia'
import { typefaceHead } from '../../../ui/kit/typeface.ts'
import { fault } from '../../domain/fault.ts'
import { fileAnswer, pageHeaders } from '../server/page.ts'
import { undocumented } from './doc.ts'
import { contentsOf, contentsStyle, docsScript } from './docs-page.ts'
import { documentedRoutes, documentFrame, exampleOrigin, finishDocument, type Route } from './document.ts'
import { errorPage } from './error-list.ts'
import { guideAnswer } from './guide-page.ts'
import { consolePart, integratorPart } from './part.ts'

/**
 * Uses our typeface and hides a button, because the script's own typeface and the button's page are on the
 * internet.
 */
const customCss =
  ':root{--scalar-font:Inter,"Inter fallback",system-ui,sans-serif;--scalar-font-code:ui-monospace,monospace}.open-api-client-button{display:none!important}'

/** The settings of the page's script; they switch off everything that contacts other servers. */
const scalarConfig = {
  spec: { url: '/docs/openapi.json' },
  customCss,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  // It follows the device's theme, as the sidebar does.
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  // Renders an operation only when it is opened. The modern layout renders whole sections, or all of them.
  layout: 'classic',
  metaData: { title: 'Kaunta API' },
}

/** Answers a request with one file of the reference. */
type Answer = (request: Request) => Promise<Response>
/** The responses of the reference, built once. */
interface Reference {
  readonly page: Answer
  readonly whole: Answer
  readonly integrators: Answer
  readonly console: Answer
  readonly script: Answer
  readonly scriptPath: string
}

/**
 * Builds the page, the documents and the script. The script's name changes with its content, so browsers may
 * cache it for ever.
 */
async function newReference(routes: readonly Route[]): Promise<Reference> {
  const { swagger } = await import('@elysiajs/swagger')
  const file = Bun.file(scriptPath)
  const hash = hashOf(await file.bytes())
  const scriptUrl = `/docs/script/${hash}.js`
  const plugin = swagger({
    provider: 'scalar',
    path: '/docs',
    scalarCDN: scriptUrl,
    scalarConfig: scalarConfig as object,
    documentation: documentFrame() as object,
    excludeStaticFile: false,
  })
  // The plugin reads the routes of its own app. Give it ours, without the hooks that it would misread.
  Object.assign(plugin, { getGlobalRoutes: () => documentedRoutes(routes) })
  const requestPlugin = async (path: string) => plugin.handle(new Request(`http://localhost${path}`))
  const pageAnswer = await requestPlugin('/docs')
  const html = withContents(await pageAnswer.text())
  const documentResponse = await requestPlugin('/docs/json')
  const document = finishDocument(await documentResponse.json())
  return {
    page: async () =>
      new Response(html, { headers: { ...pageHeaders, ...policyFor(html), ...uncachedPageHeaders } }),
    whole: documentAnswer(document),
    integrators: documentAnswer(integratorPart(document)),
    console: documentAnswer(consolePart(document)),
    script: fileAnswer({ name: 'script', type: 'text/javascript;charset=utf-8', hash, body: file }),
    scriptPath: scriptUrl,
  }
}

/** Adds our typeface and the sidebar of the documentation to the plugin's page. */
const withContents = (html: string): string =>
  html
    .replace('</head>', () => `${typefaceHead}<style>${contentsStyle}</style></head>`)
    .replace('<body>', () => `<body>${contentsOf('/docs')}<script>${docsScript}</script>`)

/**
 * Returns the response with a document. Its examples contain the address that the reader uses, so that they
 * work as pasted.
 */
function documentAnswer(document: object): Answer {
  const documentText = JSON.stringify(document)
  const answers = new Map<string, Answer>()
  return request => {
    const { origin } = new URL(request.url)
    const cachedAnswer = answers.get(origin)
    if (cachedAnswer) return cachedAnswer(request)
    const text = documentText.replaceAll(exampleOrigin, origin)
    const file = { name: 'json', type: 'application/json', hash: hashOf(text), body: new Blob([text]) }
    const answer = fileAnswer(file, { cache: 'no-cache' })
    // The server accepts only its own host names, so there are few entries.
    answers.set(origin, answer)
    return answer(request)
  }
}

const hashOf = (content: string | Uint8Array) => Bun.hash(content).toString(36)
/** The headers of the page that replace those of a file. */
const uncachedPageHeaders = {
  'content-type': 'text/html;charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}

/**
 * Returns the content-security policy of the page. It allows by hash the inline <script> that has the page's
 * settings, and it allows style attributes.
 */
function policyFor(html: string) {
  const inlineScripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text = '']) => text)
    .filter(text => text !== '')
  const hashes = inlineScripts.map(
    text => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`,
  )
  const policy = pageHeaders['content-security-policy'] ?? ''
  const pagePolicy = policy
    .replace("script-src 'self'", `script-src 'self' ${hashes.join(' ')}`)
    .replace("style-src-attr 'none'", "style-src-attr 'unsafe-inline'")
  return { 'content-security-policy': pagePolicy }
}

/**
 * Returns the routes below /docs.
 * @param routes returns the routes of the whole app; called at the first request
 */
export const referenceRoutes = (routes: () => readonly Route[]) => {
  let reference: Promise<Reference> | undefined
  const buildOnce = () => {
    reference ??= newReference(routes())
    return reference
  }
  return new Elysia({ prefix: '/docs' })
    .get('', async ({ request }) => (await buildOnce()).page(request), undocumented)
    .get('/errors', ({ request }) => errorPage(request), undocumented)
    .get('/openapi.json', async ({ request }) => (await buildOnce()).integrators(request), undocumented)
    .get('/till.json', async ({ request }) => (await buildOnce()).console(request), undocumented)
    .get('/json', async ({ request }) => (await buildOnce()).whole(request), undocumented)
    .get(
      '/script/:name',
      async ({ request, params }) => {
        const { script, scriptPath } = await buildOnce()
        if (scriptPath !== `/docs/script/${params.name}`) throw fault('script_outdated')
        return script(request)
      },
      undocumented,
    )
    .get(
      '/*',
      ({ request }) => {
        const answer = guideAnswer(request)
        if (!answer) throw new NotFoundError()
        return answer
      },
      undocumented,
    )
}
