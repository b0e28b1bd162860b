// Serves what a browser needs to install the till and to open it offline: the manifest, its icons, and the
// service worker, which caches the till's page and its files. Browsers accept them only over https and on the
// server's own machine.
import icon192 from '../../../ui/install/icon-192.png' with { type: 'file' }
import icon512 from '../../../ui/install/icon-512.png' with { type: 'file' }
import filled180 from '../../../ui/install/icon-filled-180.png' with { type: 'file' }
import filled512 from '../../../ui/install/icon-filled-512.png' with { type: 'file' }
import workerText from '../../../ui/install/till-worker.js' with { type: 'text' }
import { typefacePath } from '../../../ui/kit/typeface.ts'
import { sha256 } from '../../store/hash.ts'
import { embeddedFiles, fileAnswer, isHtml, type Page, type PageFile, type Pages } from './page.ts'

const icons = {
  '/icon-192.png': icon192,
  '/icon-512.png': icon512,
  '/icon-filled-180.png': filled180,
  '/icon-filled-512.png': filled512,
}

const manifest = {
  id: '/till',
  name: 'Kaunta',
  short_name: 'Kaunta',
  description: 'The till of this shop',
  start_url: '/till',
  scope: '/',
  display: 'standalone',
  background_color: '#f4f2ed',
  theme_color: '#0b5d86',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-filled-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

/** A worker has its own policy, apart from that of a page: it may only call this server. */
const workerHeaders = { 'content-security-policy': "default-src 'none'; connect-src 'self'" }
/** How many hex digits of a hash tell versions of a file apart. */
const hashLength = 16
/** Icons have no hash in their name, so browsers ask again after a day. */
const dayCache = 'public, max-age=86400'

/**
 * Returns a function that answers requests for the manifest, the icons and the service worker, and returns
 * undefined for any other path.
 * @param till the page that the worker caches. Its `files` are undefined when Kaunta runs from source; then
 * no worker is served, because its cache would hold old files.
 */
export function shellHandler(till: Page): Pages {
  const manifestFile = textFile('/till.webmanifest', 'application/manifest+json', JSON.stringify(manifest))
  const answers = new Map([['/till.webmanifest', fileAnswer(manifestFile, { cache: 'no-cache' })]])
  for (const [path, source] of Object.entries(icons))
    answers.set(path, fileAnswer(iconFile(path, source), { cache: dayCache }))
  const createWorkerAnswer = async () => {
    const text = await workerOf(embeddedFiles(till))
    const worker = textFile('/till-worker.js', 'text/javascript', text)
    return fileAnswer(worker, { cache: 'no-cache', extraHeaders: workerHeaders })
  }
  let workerAnswer: ReturnType<typeof createWorkerAnswer> | undefined
  return (request, path) => {
    if (path === '/till-worker.js' && till.files) {
      workerAnswer ??= createWorkerAnswer()
      return workerAnswer.then(answer => answer(request))
    }
    return answers.get(path)?.(request)
  }
}

/** Returns a generated text as a file, with a hash of the text. */
const textFile = (path: string, type: string, text: string): PageFile => ({
  name: path.slice(1),
  type,
  hash: sha256(text).slice(0, hashLength),
  body: new Blob([text]),
})

/** Returns an icon of the binary. Its embedded path contains a hash of its content. */
const iconFile = (path: string, source: string): PageFile => ({
  name: path.slice(1),
  type: 'image/png',
  hash: sha256(source).slice(0, hashLength),
  body: Bun.file(source),
})

/** Whether a device fetches a file only when needed: a sound, or the barcode reader for its camera (wasm). */
const isExtra = ({ type }: PageFile) => /^audio\/|wasm/.test(type)

/**
 * Returns the text of the till's service worker: the constants `version`, `files` and `extras`, then the code
 * that reads them. The version is a hash of the page and of the names of all its files, so it changes with
 * any of them.
 */
async function workerOf(builtFiles: readonly PageFile[]): Promise<string> {
  const page = builtFiles.find(isHtml)
  const pageFiles = page ? await filesOf(page, builtFiles) : []
  const pathsOf = (list: readonly PageFile[]) => list.map(({ name }) => `/${name}`).sort()
  const files = [...pathsOf(pageFiles.filter(pageFile => !isExtra(pageFile))), typefacePath]
  const extras = pathsOf(pageFiles.filter(isExtra))
  const version = sha256([page?.hash, ...files, ...extras].join(' ')).slice(0, hashLength)
  const constants = Object.entries({ version, files, extras }).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)}`,
  )
  return [...constants, workerText].join('\n')
}

/**
 * Returns all files that a page loads, directly or through another file: those whose name a loaded file
 * contains. The build also has files of other pages.
 */
async function filesOf(page: PageFile, builtFiles: readonly PageFile[]): Promise<PageFile[]> {
  const files = new Set<PageFile>([page])
  // The loop also visits the files that it adds.
  for (const file of files) {
    if (!/html|javascript|css/.test(file.type)) continue
    const text = await file.body.text()
    for (const other of builtFiles) if (text.includes(other.name)) files.add(other)
  }
  files.delete(page)
  return [...files]
}
