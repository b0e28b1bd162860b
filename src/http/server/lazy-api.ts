// Loads the API a moment after a start: it takes a third of one, and a program that waits for a start asks for its health
// only.
import type { Clock } from '../../world.ts'
import type { Api } from './api.ts'

/** After the start. */
const apiAfterMs = 100

interface ApiParts {
  /** What answers without the API. */
  readonly answerHealth: (...asked: Parameters<Api>) => ReturnType<Api> | undefined
  readonly load: () => Promise<Api>
  readonly after: Clock['after']
}

/**
 * The API, loaded soon or for the first request to anything but health. A load that fails ends the process, by a
 * rejection that is left to it: it would fail again, and its manager starts a server anew.
 */
export function newLazyApi({ answerHealth, load, after }: ApiParts): Api {
  let api: Api | undefined
  let loading: Promise<Api> | undefined
  const begin = async () => {
    api = await load()
    return api
  }
  const loaded = () => {
    loading ??= begin()
    return loading
  }
  after(apiAfterMs, async () => {
    // A promise of its own: the one before has a handler where a request waits for it.
    await loaded()
  })
  return (request, path) =>
    api?.(request, path) ?? answerHealth(request, path) ?? loaded().then(one => one(request, path))
}
