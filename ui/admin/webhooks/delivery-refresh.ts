// Tries of deliveries are no events, so nothing tells of them: a page that expects one any moment looks again
// by itself.
import { useEffect, useState } from 'react'

const everyMs = 1_500
/** A receiver may be slow, but no one watches longer than a minute. */
const looksMax = 40

/**
 * Looks again every moment while something is expected, at most a minute long. @param key what is expected; a
 * new one counts anew
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
