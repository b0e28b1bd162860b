// The address and secret for the phone of a till number. The server shows them once; this tab keeps them
// until the phone has sent something, so that neither another page nor a reload loses them.
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../kit/storage.ts'
import { isPhoneSetup, type Network, type PhoneSetup, shownStateOf } from './network.model.ts'

/**
 * Returns the set-up that this tab still has, and a function that stores a new one. The stored set-up is
 * removed when the phone has sent its first SMS; the page that is open still shows it.
 */
export function usePhoneSetup(
  accountId: string,
  network: Network,
): readonly [PhoneSetup | undefined, (setup: PhoneSetup | undefined) => void] {
  const storedName = `admin.phone-setup.${accountId}`
  const [setup, setSetup] = useState(() => readStored(storedName, isPhoneSetup, 'tab'))
  const isAwaited = !network.connected || shownStateOf(network) === 'waiting'
  useEffect(() => {
    if (!isAwaited) writeStored(storedName, undefined, 'tab')
  }, [storedName, isAwaited])
  const store = (next: PhoneSetup | undefined) => {
    writeStored(storedName, next, 'tab')
    setSetup(next)
  }
  return [setup, store]
}
