// Makes the till installable, with a shell that opens while the server is unreachable. Browsers allow it only
// on https and on localhost; elsewhere the till works without it.

export function installTill(): void {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  addLink('manifest', '/till.webmanifest')
  addLink('apple-touch-icon', '/icon-filled-180.png')
  window.addEventListener('load', () => void registerWorker())
}

function addLink(rel: string, href: string): void {
  const element = document.createElement('link')
  element.rel = rel
  element.href = href
  document.head.append(element)
}

/** Something that could not be fetched is tried again after this, and then after twice as long each time. */
const firstRetryMs = 2_000
const retryMaxMs = 60_000

async function registerWorker(retryMs = firstRetryMs): Promise<void> {
  const registerAgain = () => setTimeout(registerWorker, retryMs, Math.min(retryMs * 2, retryMaxMs))
  try {
    const registration = await navigator.serviceWorker.register('/till-worker.js', {
      scope: '/till',
      updateViaCache: 'none',
    })
    const { installing, waiting, active } = registration
    if (!installing && !waiting && !active) registerAgain()
    if (active && !navigator.serviceWorker.controller) active.postMessage('take charge of this page')
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && !registration.active) registerAgain()
    })
  } catch (error) {
    // Else the browser forbids it or does not trust the certificate: the till works without it.
    if (error instanceof TypeError) registerAgain()
  }
}
