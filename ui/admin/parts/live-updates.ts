// Keeps open pages current: each change on the server refreshes what is shown of the account.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveStream } from '../../kit/live-stream.ts'
import { refreshMe } from '../../kit/me.ts'
import { useAccount, useMay } from './current-account.tsx'

/** Events are gathered for this long and cause one refresh. */
const gatherMs = 1_000

/**
 * Runs `open` whenever the page becomes visible and the function it returned when the page is hidden:
 * browsers allow six connections to one server, so hidden tabs must hold none. Returns a function that ends
 * this for good.
 */
export function whileVisible(open: () => () => void): () => void {
  let stop: (() => void) | undefined
  const openOrStop = () => {
    if (!document.hidden) stop ??= open()
    else {
      stop?.()
      stop = undefined
    }
  }
  document.addEventListener('visibilitychange', openOrStop)
  openOrStop()
  return () => {
    document.removeEventListener('visibilitychange', openOrStop)
    stop?.()
  }
}

/**
 * Reads everything shown of the account again when the server reports an event or change. Only for people who
 * may see events. A page that becomes visible again refreshes anyway, so nothing is missed while it is
 * hidden.
 */
export function useLiveUpdates(): void {
  const { id } = useAccount()
  const maySubscribe = useMay('see_events')
  const queries = useQueryClient()
  useEffect(() => {
    if (!maySubscribe) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        // During a deletion the page would request what the server has deleted, so wait for the action’s end.
        if (queries.isMutating() > 0) refresh()
        else void queries.invalidateQueries({ queryKey: [id] })
      }, gatherMs)
    }
    const url = `/api/v1/events/stream?changes=true&account=${encodeURIComponent(id)}`
    const stop = whileVisible(() =>
      openLiveStream(url, {
        names: ['event', 'changed'],
        receive: refresh,
        onGone: () => void refreshMe(),
      }),
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [id, maySubscribe, queries])
}
