// Open pages stay true by themselves: whatever changes in the box is heard, and what is shown of it is asked
// for again.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveStream } from '../../kit/live-stream.ts'
import { refreshMe } from '../../kit/me.ts'
import { useAccount, useMay } from './current-account.tsx'

/** In a rush of events one question a second is enough. */
const gatherMs = 1_000

/**
 * Keeps something open while the page is looked at: browsers allow six connections to one box, and a stream
 * holds one of them.
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
 * Hears what happens and what changes, for whoever may. A page that is looked at again asks anyway, so none
 * is missed meanwhile.
 */
export function useLiveUpdates(): void {
  const { id } = useAccount()
  const mayHear = useMay('see_events')
  const queries = useQueryClient()
  useEffect(() => {
    if (!mayHear) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [id] })
      }, gatherMs)
    }
    const url = `/api/v1/events/stream?changes=true&account=${encodeURIComponent(id)}`
    const stop = whileVisible(() =>
      openLiveStream(
        url,
        ['event', 'changed'],
        () => undefined,
        hear,
        () => void refreshMe(),
      ),
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [id, mayHear, queries])
}
