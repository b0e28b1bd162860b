// Serves the HTML-import pages (till, admin, display, phone) and their files: compressed, cached for ever
// under hashed names, with a strict content-security policy. Bun's own serving of HTML imports has none of
// these. The checkout page is rendered per request elsewhere.
import { basename } from 'node:path'
import { typefaceHead } from '../../../ui/kit/typeface.ts'

/** An HTML import. Only the binary has `files`; from source there is just the path of the page. */
export type Page = Pick<Bun.HTMLBundle, 'index' | 'files'>

/** Answers a request for a page or one of its files; undefined for any other path of a URL. */
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

/** The till may compile WebAssembly, because its barcode reader is (ui/till/products/camera-zxing.ts). */
const tillHeaders = {
  'content-security-policy': (pageHeaders['content-security-policy'] ?? '').replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
  ),
}

/**
 * Returns a function that answers requests for pages and their files.
 * @param pages maps a path, such as `/till`, to its page. The page also answers every path below it, because
 * a router in the browser handles those paths.
 */
export function servePages(pages: Readonly<Record<string, Page>>): Pages {
  /** The pages that are bundled at each request; empty in the binary, whose pages are bundled already. */
  const sourcePages = new Map(Object.entries(pages).filter(([, page]) => !page.files))
  /** What answers a request, by the path of its page or file. */
  const answers = new Map<string, Answer>()
  /** Adds the responses for the files of a page, and replaces those of an earlier build. */
  const addAnswers = (pagePath: string, files: PageFile[]) => {
    for (const file of files) {
      const path = isHtml(file) ? pagePath : `/${file.name}`
      answers.set(path, answerOf(file, path, files))
    }
  }
  for (const [path, page] of Object.entries(pages)) addAnswers(path, embeddedFiles(page))

  /**
   * Returns the function that answers with a file. A page gets preload links to its scripts, and a script of
   * the binary gets a compile hint.
   */
  function answerOf(file: PageFile, path: string, files: PageFile[]): Answer {
    if (isHtml(file))
      return lazyFileAnswer(file, () => linkScripts(file, files), path === '/till' ? tillHeaders : {})
    if (isScript(file) && sourcePages.size === 0) return lazyFileAnswer(file, () => withCompileHint(file))
    return fileAnswer(file)
  }

  return (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const pagePath = firstSegment(path)
    const pageOrFilePath = pages[pagePath] ? pagePath : path
    if (sourcePages.size > 0) return answerFromSource(request, pageOrFilePath)
    return answers.get(pageOrFilePath)?.(request)
  }

  /**
   * Answers when Kaunta runs from source: bundles a page each time it is loaded, so that a reload shows an
   * edit. Returns undefined for a path that is neither a page nor one of its files.
   */
  function answerFromSource(request: Request, path: string): Promise<Response> | undefined {
    const page = sourcePages.get(path)
    if (page) return answerAfterBuild(request, path, [[path, page]])
    if (answers.has(path)) return answerBuilt(request, path)
    if (!hashedName.test(path)) return undefined
    // A file that is not built yet may belong to any page, so build all pages.
    return answerAfterBuild(request, path, [...sourcePages])
  }

  /** Bundles these pages, each with its path, in parallel. Then answers as `answerBuilt`. */
  async function answerAfterBuild(request: Request, path: string, sources: [string, Page][]) {
    await Promise.all(sources.map(async ([pagePath, page]) => addAnswers(pagePath, await bundlePage(page))))
    return answerBuilt(request, path)
  }

  /** Answers with the file at a path of the builds so far, or with 404 if there is none. */
  async function answerBuilt(request: Request, path: string) {
    const answer = await answers.get(path)?.(request)
    return answer ?? new Response('No such file in this build.', { status: 404 })
  }
}

/** Answers a request with one file. */
type Answer = (request: Request) => Promise<Response>

/** One embedded file of a page. */
export interface PageFile {
  readonly name: string
  readonly type: string
  readonly hash: string
  readonly body: Blob
}

/** A static import as the bundler writes it, such as `from"/till-1a2b3c4d.js"`. The group is its path. */
const staticImport = /\b(?:from|import)\s*"(\/[^"]+)"/g
/**
 * An `import("/…")` that runs while the page loads: not one in an arrow function, such as
 * `() => import("/…")` or `() => (load("name"), import("/…"))`. The group is its path.
 */
const dynamicImport = /(?<!=>\s*(?:\([\w$]+\("\w+"\),\s*)?)\bimport\(\s*"(\/[^"]+)"/g
/** The path of a built file, such as `/till-1a2b3c4d.js`. */
const hashedName = /^\/[^/]+-[0-9a-z]{8}\.\w+$/
/** Content types that compression makes smaller. */
const compressible = /^text\/|javascript|json|svg|xml|wasm/
/**
 * Compresses a file, once per start. libdeflate gives 3 % smaller files than zlib at level 9, and takes 0.1 s
 * for the largest file.
 */
const gzip = (bytes: ArrayBuffer) => Bun.gzipSync(bytes, { level: 12, library: 'libdeflate' })

export const isHtml = (file: PageFile) => file.type.startsWith('text/html')
const isScript = (file: PageFile) => file.type.includes('javascript')
/** Returns the first segment of a path with its slash: `/till` for `/till/sales`. */
const firstSegment = (path: string) => `/${path.split('/', 2)[1]}`

/**
 * Returns the files of a page in the binary; none when it runs from source. Each is opened at its first
 * request, because opening all adds 10 ms to the start.
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

/** Builds the files of a page when it runs from source. */
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

/** Returns the function that answers with a file whose body `createBody` creates at the first request. */
function lazyFileAnswer(
  file: PageFile,
  createBody: () => Promise<Blob>,
  extraHeaders: Readonly<Record<string, string>> = {},
): Answer {
  let answer: Promise<Answer> | undefined
  return async request => {
    answer ??= createBody().then(body => fileAnswer({ ...file, body }, { extraHeaders }))
    return (await answer)(request)
  }
}

/**
 * Chromium reads this in the first line of a script and compiles all functions during the download. Otherwise
 * each function is compiled on the page's main thread at its first call, and in scripts as small as ours most
 * functions are called during loading.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n'

/** Returns a script with `compileHint` in its first line. */
const withCompileHint = async (script: PageFile): Promise<Blob> =>
  new Blob([compileHint, await script.body.arrayBuffer()])

/**
 * Returns a page with the typeface and with preload links to all scripts that its own script imports,
 * directly or not. The browser then fetches and compiles them in parallel instead of one after another.
 */
async function linkScripts(page: PageFile, files: readonly PageFile[]): Promise<Blob> {
  const filesByPath = new Map(files.map(file => [`/${file.name}`, file]))
  const html = await page.body.text()
  const pageScripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path)
  const dynamicImports = await importsOf(pageScripts, dynamicImport, filesByPath)
  const allScripts = await withAllImports([...pageScripts, ...dynamicImports], staticImport, filesByPath)
  // The browser finds the page's own scripts without a preload link.
  const importedScripts = [...allScripts.difference(new Set(pageScripts))]
  const links = importedScripts.map(path => `<link rel="modulepreload" crossorigin href="${path}">`)
  return new Blob([html.replace('</head>', `${typefaceHead}${links.join('')}</head>`)])
}

type Files = ReadonlyMap<string, PageFile>

/** Returns the paths of these scripts and of all scripts that they import, directly or indirectly. */
async function withAllImports(paths: Iterable<string>, imports: RegExp, files: Files): Promise<Set<string>> {
  const scripts = new Set(paths)
  // The loop also visits the paths that it adds.
  for (const path of scripts)
    for (const importedPath of await importsOf([path], imports, files)) scripts.add(importedPath)
  return scripts
}

/**
 * Returns the paths of those files of the page that these scripts import directly.
 * @param imports finds the imports in a script, with the path as its first group
 */
async function importsOf(paths: Iterable<string>, imports: RegExp, files: Files): Promise<string[]> {
  const scripts = await Promise.all([...paths].map(path => files.get(path)?.body.text() ?? ''))
  const importedPaths = scripts.flatMap(script => [...script.matchAll(imports)].map(([, path = '']) => path))
  return importedPaths.filter(path => files.has(path))
}

interface FileOptions {
  readonly cache?: string // the header `cache-control`
  readonly extraHeaders?: Readonly<Record<string, string>>
}

/**
 * Returns the function that answers with a file: compressed if the client accepts gzip, and with 304 if the
 * client already has this version. By default, browsers revalidate a page each time they load it, and cache
 * any other file for ever, because its name contains a hash.
 */
export function fileAnswer(
  file: PageFile,
  {
    cache = isHtml(file) ? 'no-cache' : 'public, max-age=31536000, immutable',
    extraHeaders = {},
  }: FileOptions = {},
): Answer {
  const etag = `W/"${file.hash}"`
  const headers = {
    ...(isHtml(file) ? pageHeaders : {}),
    ...extraHeaders,
    'cache-control': cache,
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    etag,
    vary: 'accept-encoding',
  }
  let compressedBytes: Promise<Uint8Array<ArrayBuffer>> | undefined
  return async request => {
    if (isUnchanged(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers })
    if (!compressible.test(file.type) || !takesGzip(request)) return new Response(file.body, { headers })
    compressedBytes ??= file.body.arrayBuffer().then(gzip)
    return new Response(await compressedBytes, { headers: { ...headers, 'content-encoding': 'gzip' } })
  }
}

/**
 * Whether an If-None-Match header lists this ETag or `*`, so that the client has the current file. The mark
 * `W/` of a weak ETag is not compared, because a proxy may have added or dropped it.
 */
function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const withoutWeakMark = (tag: string) => tag.replace(/^W\//, '')
  const knownTags = ifNoneMatch.split(',').map(tag => tag.trim())
  return knownTags.some(tag => tag === '*' || withoutWeakMark(tag) === withoutWeakMark(etag))
}

/** Matches `gzip` and `gzip;q=0.5`, but not `gzip;q=0`, which refuses gzip. */
const acceptedGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

/** Whether the client accepts a response compressed with gzip. */
export const takesGzip = (request: Request) => acceptedGzip.test(request.headers.get('accept-encoding') ?? '')
