// Attempts of deliveries are no events, so no stream reports them: a page that expects one reads again
// automatically.
import { useEffect, useState } from 'react'

const everyMs = 1_500
/** A receiver may be slow, but a page reads no longer than a minute. */
const looksMax = 40

/**
 * Reads again every moment while an attempt is expected, at most a minute long. @param key what is expected;
 * a new key starts a new minute
 */
export function useDeliveryRefresh(expected: boolean, key: string, again: () => void): void {
  const [looks, setLooks] = useState({ key, count: 0 })
  const count = looks.key === key ? looks.count : 0
  useEffect(() => {
    if (!expected || count >= looksMax) return
    const timer = setTimeout(() => {
      if (!document.hidden) again()
      setLooks({ key, count: count + 1 })
    }, everyMs)
    return () => clearTimeout(timer)
  }, [expected, count, key, again])
}
