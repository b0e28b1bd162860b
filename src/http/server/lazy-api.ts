// Loads the API a moment after the start. Loading takes a third of the start, and a program that waits for
// the start requests only the health.
import type { Clock } from '../../world.ts'
import type { Api } from './api.ts'

/** How long after the start the API is loaded, unless a request needs it before. */
const apiAfterMs = 100

interface ApiParts {
  /** Answers a request for the health, without the API; undefined for any other request. */
  readonly answerHealth: (...request: Parameters<Api>) => ReturnType<Api> | undefined
  readonly load: () => Promise<Api>
  readonly after: Clock['after']
}

/**
 * Returns the API. It is loaded after `apiAfterMs`, or earlier for a request that `answerHealth` does not
 * answer. A failed load ends the process with an unhandled rejection: another try would fail, too, and the
 * service manager restarts the server.
 */
export function newLazyApi({ answerHealth, load, after }: ApiParts): Api {
  let api: Api | undefined
  let loading: Promise<Api> | undefined
  const loadApi = async () => {
    api = await load()
    return api
  }
  const loadOnce = () => {
    loading ??= loadApi()
    return loading
  }
  after(apiAfterMs, async () => {
    // Nothing handles the promise of this function, so that a failed load ends the process. A request that
    // waits for the load handles only the promise of `loadOnce`.
    await loadOnce()
  })
  return (request, path) => {
    if (api) return api(request, path)
    const health = answerHealth(request, path)
    return health ?? loadOnce().then(loadedApi => loadedApi(request, path))
  }
}
