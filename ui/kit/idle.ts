// Whether anybody is at this page: what it asks by itself must not keep a login alive that nobody uses.

/** A person who reads moves something within this time. */
const activeMs = 60_000

let lastActive = Date.now()
for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(
    name,
    () => {
      lastActive = Date.now()
    },
    { passive: true, capture: true },
  )

/** What is asked, with a word for the box while nobody is there. */
export function withIdleHeader(init: RequestInit = {}): RequestInit {
  if (Date.now() - lastActive <= activeMs) return init
  const headers = new Headers(init.headers)
  headers.set('kaunta-idle', '1')
  return { ...init, headers }
}
