// Keeps open pages current: each change on the server refreshes what is shown of the account.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveStream } from '../../kit/live-stream.ts'
import { refreshMe } from '../../kit/me.ts'
import { useAccount, useMay } from './current-account.tsx'

/** In a rush of events one refresh a second is enough. */
const gatherMs = 1_000

/**
 * Keeps a stream open only while the page is visible, because browsers allow six connections to one server.
 * @param open answers how to stop @returns how to stop for good
 */
export function whileVisible(open: () => () => void): () => void {
  let stop: (() => void) | undefined
  const look = () => {
    if (!document.hidden) stop ??= open()
    else {
      stop?.()
      stop = undefined
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop?.()
  }
}

/**
 * Subscribes to events and changes, where the person has the right. A page that becomes visible again
 * refreshes anyway, so nothing is missed.
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
        void queries.invalidateQueries({ queryKey: [id] })
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
