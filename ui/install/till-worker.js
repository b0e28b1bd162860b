// The till's shell on this device: its page and the files of that page, so that the till opens and shows what
// is wrong when the server is out of reach. Nothing else is ever kept or answered here: no payment, no list,
// no QR code. The server puts `version`, `files` and `extras` before this; an extra is kept once it was used.
// A new version is fetched whole before it replaces the previous one.

const shell = '/till'
const prefix = 'kaunta-shell-'
const name = `${prefix}${version}`
/** A server that is silent for so long is out of reach; otherwise it answers in milliseconds. */
const patienceMs = 3_000

self.addEventListener('install', event => event.waitUntil(keep()))
self.addEventListener('activate', event => event.waitUntil(takeOver()))
// From a page that was on its way when this worker took over.
self.addEventListener('message', event => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === shell) event.respondWith(page(request))
  else if (files.includes(pathname)) event.respondWith(file(request))
  else if (extras.includes(pathname)) event.respondWith(extra(request))
})

async function keep() {
  const cache = await caches.open(name)
  await cache.addAll([new Request(shell, { cache: 'no-cache' }), ...files])
  await self.skipWaiting()
}

async function takeOver() {
  for (const kept of await caches.keys())
    if (kept.startsWith(prefix) && kept !== name) await caches.delete(kept)
  await self.clients.claim()
}

const kept = async path => (await caches.open(name)).match(path)

/** The server's current version; the stored one only when there is no answer. */
async function page(request) {
  const late = new Promise((_, reject) =>
    setTimeout(reject, patienceMs, new Error('the server did not answer')),
  )
  try {
    return await Promise.race([fetch(request), late])
  } catch (error) {
    const shown = await kept(shell)
    if (shown) return shown
    throw error
  }
}

/** Its name changes with its content: the kept one is as good. */
const file = async request => (await kept(new URL(request.url).pathname)) ?? fetch(request)

/** Few devices want the sounds or the reader of barcodes: each is fetched when it is first wanted. */
async function extra(request) {
  const { pathname } = new URL(request.url)
  const known = await kept(pathname)
  if (known) return known
  const cache = await caches.open(name)
  await cache.add(pathname)
  return cache.match(pathname)
}
