// Makes the till installable, with a shell that opens while the server is unreachable. Browsers allow it only
// on https and on localhost; elsewhere the till works without it.

export function installTill(): void {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  link('manifest', '/till.webmanifest')
  link('apple-touch-icon', '/icon-filled-180.png')
  window.addEventListener('load', () => void register())
}

function link(rel: string, href: string): void {
  const element = document.createElement('link')
  element.rel = rel
  element.href = href
  document.head.append(element)
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/till-worker.js', { scope: '/till', updateViaCache: 'none' })
  } catch {
    // The browser forbids it or does not trust the certificate: the till works without it.
  }
}
