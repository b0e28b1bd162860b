// Time zones to choose from.

export const homeZone = 'Africa/Dar_es_Salaam'

/**
 * Returns the time zone to suggest at first: the device's own when it is in Africa, else Tanzania's, because
 * a new tablet often has a foreign one.
 */
export const likelyZone = (device: string): string => (device.startsWith('Africa/') ? device : homeZone)

/** Returns the name of a time zone without underscores: `Africa/Dar es Salaam`. */
const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** Tanzania first, then its neighbours. */
const nearZones = [
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
 * Splits all zones into East Africa's and the others. The chosen zone is always among them, even if the
 * browser does not list it.
 */
export function zonesFor(all: readonly string[], chosen: string): Zones {
  const others = all.filter(zone => !nearZones.includes(zone))
  return {
    near: nearZones,
    others: [...nearZones, ...others].includes(chosen) ? others : [chosen, ...others],
  }
}

/** Returns a zone as an entry of a drop-down. */
export const zoneItem = (zone: string) => ({ value: zone, label: zoneName(zone) })
