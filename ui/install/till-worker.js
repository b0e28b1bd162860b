// The till's shell on this device: its page and the files of that page, so that the till opens and shows what
// is wrong when the server is out of reach. Nothing else is ever kept or answered here: no payment, no list,
// no QR code. The server puts `version`, `files` and `extras` before this; an extra is kept once it was used.
// A new version is fetched whole before it replaces the previous one.

const shell = '/till'
const prefix = 'kaunta-shell-'
const cacheName = `${prefix}${version}`
/** A server that is silent for this long is out of reach: normally it answers in milliseconds. */
const pageTimeoutMs = 3_000

self.addEventListener('install', event => event.waitUntil(storeShell()))
self.addEventListener('activate', event => event.waitUntil(takeOver()))
// The message comes from a page that was still loading when this worker took over.
self.addEventListener('message', event => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === shell) event.respondWith(answerPage(request))
  else if (files.includes(pathname)) event.respondWith(answerFile(request))
  else if (extras.includes(pathname)) event.respondWith(answerExtra(request))
})

/** Stores the page and its files, and activates this version immediately. */
async function storeShell() {
  const cache = await caches.open(cacheName)
  await cache.addAll([new Request(shell, { cache: 'no-cache' }), ...files])
  await self.skipWaiting()
}

/** Deletes the stored files of other versions, and takes charge of the open pages. */
async function takeOver() {
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name)
  await self.clients.claim()
}

/** Returns the stored answer for a path; undefined if there is none. */
const readStored = async path => (await caches.open(cacheName)).match(path)

/** Answers with the server's current page, or with the stored one if the server does not answer. */
async function answerPage(request) {
  const timeout = new Promise((_, reject) =>
    setTimeout(reject, pageTimeoutMs, new Error('the server did not answer')),
  )
  try {
    return await Promise.race([fetch(request), timeout])
  } catch (error) {
    const storedPage = await readStored(shell)
    if (storedPage) return storedPage
    throw error
  }
}

/** Answers with the stored file, which is never out of date: a file's name changes with its content. */
const answerFile = async request => (await readStored(new URL(request.url).pathname)) ?? fetch(request)

/** Answers with a file that few devices need (sounds, the barcode reader), and stores it at its first use. */
async function answerExtra(request) {
  const { pathname } = new URL(request.url)
  const storedFile = await readStored(pathname)
  if (storedFile) return storedFile
  const cache = await caches.open(cacheName)
  await cache.add(pathname)
  return cache.match(pathname)
}
