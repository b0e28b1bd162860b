// Time zones to choose from.

export const homeZone = 'Africa/Dar_es_Salaam'

/**
 * The first choice of time zone: the device's own when it is in Africa. A new tablet often has a foreign one.
 */
export const likelyZone = (device: string): string => (device.startsWith('Africa/') ? device : homeZone)

/** `Africa/Dar_es_Salaam` as people read it. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** Every zone there is to choose, the neighbours first. */
export function zonesFor(all: readonly string[], chosen: string): string[] {
  const near = all.filter(zone => zone.startsWith('Africa/'))
  const far = all.filter(zone => !zone.startsWith('Africa/'))
  return [...new Set([chosen, homeZone, ...near, ...far])]
}
