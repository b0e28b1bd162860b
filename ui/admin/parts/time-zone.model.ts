// Time zones to choose from.

export const homeZone = 'Africa/Dar_es_Salaam'

/**
 * The first choice of time zone: the device's own when it is in Africa. A new tablet often has a foreign one.
 */
export const likelyZone = (device: string): string => (device.startsWith('Africa/') ? device : homeZone)

/** `Africa/Dar_es_Salaam` as people read it. */
const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** The mainland coast first, then its neighbours. */
const near = [
  homeZone,
  'Africa/Nairobi',
  'Africa/Kampala',
  'Africa/Kigali',
  'Africa/Bujumbura',
  'Africa/Lubumbashi',
]

interface Zones {
  readonly near: readonly string[]
  readonly others: readonly string[]
}

/**
 * Every zone there is to choose: East Africa first, and the chosen one even if the browser does not know it.
 */
export function zonesFor(all: readonly string[], chosen: string): Zones {
  const others = all.filter(zone => !near.includes(zone))
  return { near, others: [...near, ...others].includes(chosen) ? others : [chosen, ...others] }
}

export const zoneItem = (zone: string) => ({ value: zone, label: zoneName(zone) })
