// No stream reports the attempts of a delivery, so a page that expects one reads again.
import { useEffect, useState } from 'react'

/** The pause between two reads. */
const everyMs = 1_500
/** A receiver may be slow, but a page reads no longer than a minute: 40 × 1.5 s. */
const readsMax = 40

interface Expected {
  readonly isExpected: boolean
  /** Names what is expected. A new key starts a new minute. */
  readonly key: string
}

/**
 * Calls `readAgain` repeatedly while an attempt is expected, for a minute at most, and not while the page is
 * hidden.
 */
export function useDeliveryRefresh({ isExpected, key }: Expected, readAgain: () => void): void {
  const [reads, setReads] = useState({ key, count: 0 })
  const count = reads.key === key ? reads.count : 0
  useEffect(() => {
    if (!isExpected || count >= readsMax) return
    const timer = setTimeout(() => {
      if (!document.hidden) readAgain()
      setReads({ key, count: count + 1 })
    }, everyMs)
    return () => clearTimeout(timer)
  }, [isExpected, count, key, readAgain])
}
