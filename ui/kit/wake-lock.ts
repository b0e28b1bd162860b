// Keeps the screen on while a person waits in front of it. Browsers allow it only on https and on the server
// itself, and release it when the page is hidden. Without it, the device follows its own settings.
import { useEffect } from 'react'

/** Holds the screen awake while `wanted`. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return
    let held: WakeLockSentinel | undefined
    let over = false
    const hold = async () => {
      if (document.hidden || (held && !held.released)) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (over) void lock.release()
        else held = lock
      } catch {
        // A device that saves its battery refuses. Then its screen goes dark, and nothing else is lost.
      }
    }
    const seen = () => void hold()
    document.addEventListener('visibilitychange', seen)
    seen()
    return () => {
      over = true
      document.removeEventListener('visibilitychange', seen)
      void held?.release()
    }
  }, [wanted])
}
