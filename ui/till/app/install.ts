// Makes the till installable, with a shell that opens while the server is unreachable. Browsers allow it only
// on https and on localhost; elsewhere the till works without it.

/** Makes the page installable, and registers its worker once the page has loaded. */
export function installTill(): void {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  addLink('manifest', '/till.webmanifest')
  addLink('apple-touch-icon', '/icon-filled-180.png')
  window.addEventListener('load', () => void registerWorker())
}

/** Adds a `<link>` to the page's head. */
function addLink(rel: string, href: string): void {
  const element = document.createElement('link')
  element.rel = rel
  element.href = href
  document.head.append(element)
}

/** How long to wait after the first failed registration; the time doubles with each failure. */
const firstRetryMs = 2_000
const retryMaxMs = 60_000

/**
 * Registers the till's service worker. Tries again later if its script or the files of its installation could
 * not be fetched.
 */
async function registerWorker(retryMs = firstRetryMs): Promise<void> {
  const registerAgain = () => setTimeout(registerWorker, retryMs, Math.min(retryMs * 2, retryMaxMs))
  try {
    const registration = await navigator.serviceWorker.register('/till-worker.js', {
      scope: '/till',
      updateViaCache: 'none',
    })
    const { installing, waiting, active } = registration
    // The installation has already failed.
    if (!installing && !waiting && !active) registerAgain()
    // A page that was reloaded past its worker, or opened before the first one was active, has none.
    if (active && !navigator.serviceWorker.controller) active.postMessage('take charge of this page')
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && !registration.active) registerAgain()
    })
  } catch (error) {
    // A TypeError: the script could not be fetched. With any other error, the browser forbids workers or does
    // not trust the certificate, and trying again is useless.
    if (error instanceof TypeError) registerAgain()
  }
}
