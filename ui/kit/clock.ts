// The server's time on this device: every response corrects it, every countdown uses it.
import { useEffect, useState } from 'react'
import { clockOffset, narrowOffset, type OffsetBounds } from './clock-offset.model.ts'

let bounds: OffsetBounds | undefined

/** Narrows the offset by a response's Date header. `sentAt` is this device's clock when the request left. */
export function syncServerClock(response: Response, sentAt: number): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(date)) bounds = narrowOffset(bounds, { date, sent: sentAt, received: Date.now() })
}

/** Returns the server's time in milliseconds, as far as it is known. */
export const serverNow = (): number => Date.now() + clockOffset(bounds)

/** Returns the server's time in milliseconds, renewed every `everyMs` while `isRunning`. */
export function useServerNow(everyMs: number, isRunning = true): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isRunning) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isRunning])
  return now
}
