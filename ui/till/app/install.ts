// Makes the till installable and its shell there when the box is not. Only on https and on the box itself:
// elsewhere browsers have none of it, and the till is as it was.

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
    // A browser that forbids it, or does not trust the box's certificate: the till sells without it.
  }
}
