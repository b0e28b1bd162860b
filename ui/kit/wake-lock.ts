// Keeps the screen on while a person waits in front of it. Browsers allow it only on https and on the server
// itself, and release it when the page is hidden. Without it, the device follows its own settings.
import { useEffect } from 'react'

/** Keeps the screen awake while `isOn`. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let current: WakeLockSentinel | undefined
    let isStopped = false
    const keepAwake = async () => {
      if (document.hidden || (current && !current.released)) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (isStopped) void lock.release()
        else current = lock
      } catch {
        // A device that saves its battery refuses. Then its screen goes dark, and nothing else is lost.
      }
    }
    const onVisibility = () => void keepAwake()
    document.addEventListener('visibilitychange', onVisibility)
    onVisibility()
    return () => {
      isStopped = true
      document.removeEventListener('visibilitychange', onVisibility)
      void current?.release()
    }
  }, [isOn])
}
