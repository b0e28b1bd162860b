// Serves the HTML-import pages (till, admin, display, phone) and their files: compressed, cached for ever
// under hashed names, with a strict content-security policy. Bun's own serving of HTML imports has none of
// these. The checkout page is rendered per request elsewhere.
import { basename } from 'node:path'
import { typefaceHead } from '../../../ui/kit/typeface.ts'

/** An HTML import. Only the binary has `files`; from source there is just the path of the page. */
export type Page = Pick<Bun.HTMLBundle, 'index' | 'files'>

/** Answers a request for a page or one of its files; undefined when `path` is neither. */
export type Pages = (request: Request, path: string) => Promise<Response> | undefined

/**
 * The headers of every HTML page. Mantine writes its theme and its responsive sizes into <style> elements
 * while it runs, and so does the scroll lock of its dialogs. A nonce would have to differ in each copy of a
 * cached page, hence 'unsafe-inline' for those elements. Style attributes in markup stay forbidden: React
 * sets styles through the CSSOM, which no policy restricts.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  // Not no-referrer: that turns the Origin of a form post into "null", which the login's origin check
  // refuses.
  'referrer-policy': 'same-origin',
}

/** The till compiles its reader of barcodes, which is WebAssembly (ui/till/products/camera-zxing.ts). */
const tillHeaders = {
  'content-security-policy': (pageHeaders['content-security-policy'] ?? '').replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
  ),
}

/** Pages by path, such as `/till`. A page also answers every path below its own, for the router inside it. */
export function servePages(pages: Readonly<Record<string, Page>>): Pages {
  const sources = new Map(Object.entries(pages).filter(([, page]) => !page.files))
  const answers = new Map<string, Answer>()
  const add = (path: string, files: PageFile[]) => {
    for (const file of files) {
      if (isHtml(file))
        answers.set(
          path,
          answerMadeLater(file, () => linkScripts(file, files), path === '/till' ? tillHeaders : {}),
        )
      else if (isScript(file) && sources.size === 0)
        answers.set(
          `/${file.name}`,
          answerMadeLater(file, () => withCompileHint(file)),
        )
      else answers.set(`/${file.name}`, fileAnswer(file))
    }
  }
  for (const [path, page] of Object.entries(pages)) add(path, embeddedFiles(page))

  return (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const place = pages[firstSegment(path)] ? firstSegment(path) : path
    if (sources.size > 0) return fromSource(request, place)
    return answers.get(place)?.(request)
  }

  /** Builds a page whenever it is loaded, so that a reload shows an edit. */
  function fromSource(request: Request, place: string) {
    const page = sources.get(place)
    if (page)
      return bundlePage(page)
        .then(files => add(place, files))
        .then(() => answer(request, place))
    if (answers.has(place)) return answer(request, place)
    if (!hashedName.test(place)) return
    const all = [...sources].map(async ([path, source]) => add(path, await bundlePage(source)))
    return Promise.all(all).then(() => answer(request, place))
  }

  async function answer(request: Request, place: string) {
    return (
      (await answers.get(place)?.(request)) ?? new Response('No such file in this build.', { status: 404 })
    )
  }
}

type Answer = (request: Request) => Promise<Response>
/** One embedded file of a page. */
export interface PageFile {
  readonly name: string
  readonly type: string
  readonly hash: string
  readonly body: Blob
}

/** An import as the bundler writes it. */
const staticImport = /\b(?:from|import)\s*"(\/[^"]+)"/g
/** Imports that run during loading, but not those inside an arrow function. */
const dynamicImport = /(?<!=>\s*(?:\([\w$]+\("\w+"\),\s*)?)\bimport\(\s*"(\/[^"]+)"/g
const hashedName = /^\/[^/]+-[0-9a-z]{8}\.\w+$/
const compressible = /^text\/|javascript|json|svg|xml|wasm/
/**
 * Compresses each file once per start. libdeflate at level 10 gives 3 % smaller files than zlib at 9, and
 * takes 0.1 s for the largest file.
 */
const gzip = (whole: ArrayBuffer) => Bun.gzipSync(whole, { level: 12, library: 'libdeflate' })

export const isHtml = (file: PageFile) => file.type.startsWith('text/html')
const isScript = (file: PageFile) => file.type.includes('javascript')
const firstSegment = (path: string) => `/${path.split('/', 2)[1]}`

/**
 * The files of a page in the binary. Each is opened at its first request, because opening all adds 10 ms to
 * the start.
 */
export const embeddedFiles = (page: Page): PageFile[] =>
  (page.files ?? []).map(file => {
    let body: Blob | undefined
    return {
      name: basename(file.path),
      type: file.headers['content-type'],
      hash: file.headers.etag,
      get body() {
        body ??= Bun.file(file.path)
        return body
      },
    }
  })

async function bundlePage(page: Page): Promise<PageFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: [page.index],
    publicPath: '/',
    splitting: true,
    sourcemap: 'inline',
  })
  return outputs.map(file => ({
    name: basename(file.path),
    type: file.type,
    hash: file.hash ?? '',
    body: file,
  }))
}

/** Answers a file whose body is created at its first request. */
function answerMadeLater(
  file: PageFile,
  make: () => Promise<Blob>,
  more: Readonly<Record<string, string>> = {},
): Answer {
  let made: Promise<Answer> | undefined
  return async request => {
    made ??= make().then(body => fileAnswer({ ...file, body }, undefined, more))
    return (await made)(request)
  }
}

/**
 * Chromium reads this in the first line of a script and compiles all functions during the download. Otherwise
 * each function is compiled on the page's main thread at its first call, and in scripts as small as ours most
 * functions are called during loading.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n'

const withCompileHint = async (script: PageFile): Promise<Blob> =>
  new Blob([compileHint, await script.body.arrayBuffer()])

/**
 * A page with the typeface and with links to all scripts that its own one imports, and to those that it loads
 * itself: the browser then fetches and compiles them in parallel instead of one after another.
 */
async function linkScripts(page: PageFile, files: readonly PageFile[]): Promise<Blob> {
  const byPath = new Map(files.map(file => [`/${file.name}`, file]))
  const text = await page.body.text()
  const own = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path)
  const scripts = await withAll(
    [...own, ...(await importsOf(own, dynamicImport, byPath))],
    staticImport,
    byPath,
  )
  const links = [...scripts.difference(new Set(own))].map(
    path => `<link rel="modulepreload" crossorigin href="${path}">`,
  )
  return new Blob([text.replace('</head>', `${typefaceHead}${links.join('')}</head>`)])
}

type Files = ReadonlyMap<string, PageFile>

/** These scripts and all their imports, direct or not. */
async function withAll(paths: Iterable<string>, imports: RegExp, files: Files): Promise<Set<string>> {
  const scripts = new Set(paths)
  for (const path of scripts) for (const next of await importsOf([path], imports, files)) scripts.add(next)
  return scripts
}

/** The files that these scripts import. */
async function importsOf(paths: Iterable<string>, imports: RegExp, files: Files): Promise<string[]> {
  const scripts = await Promise.all([...paths].map(path => files.get(path)?.body.text() ?? ''))
  const named = scripts.flatMap(script => [...script.matchAll(imports)].map(([, path = '']) => path))
  return named.filter(path => files.has(path))
}

/**
 * Answers with a file, compressed if the client accepts that.
 * @param cache how long browsers store it
 */
export function fileAnswer(
  file: PageFile,
  cache = isHtml(file) ? 'no-cache' : 'public, max-age=31536000, immutable',
  more: Readonly<Record<string, string>> = {},
): Answer {
  const etag = `W/"${file.hash}"`
  const headers = {
    ...(isHtml(file) ? pageHeaders : {}),
    ...more,
    'cache-control': cache,
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    etag,
    vary: 'accept-encoding',
  }
  let squeezed: Promise<Uint8Array<ArrayBuffer>> | undefined
  return async request => {
    if (isKnown(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers })
    if (!compressible.test(file.type) || !takesGzip(request)) return new Response(file.body, { headers })
    squeezed ??= file.body.arrayBuffer().then(gzip)
    return new Response(await squeezed, { headers: { ...headers, 'content-encoding': 'gzip' } })
  }
}

/** Weak comparison, since a proxy may have added or dropped the W/. */
const isKnown = (asked: string | null, etag: string) =>
  asked?.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.slice(2)) ??
  false

export const takesGzip = (request: Request) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get('accept-encoding') ?? '')
