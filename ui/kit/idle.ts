// Whether a person uses this page: its automatic requests must not keep an unused login alive.

/** Even a person who only reads moves something within this time. */
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

/** Returns the request's options, with a header that tells the server when the person is away. */
export function withIdleHeader(init: RequestInit = {}): RequestInit {
  if (Date.now() - lastActive <= activeMs) return init
  const headers = new Headers(init.headers)
  headers.set('kaunta-idle', '1')
  return { ...init, headers }
}
