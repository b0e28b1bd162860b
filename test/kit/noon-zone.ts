// A time zone for tests of a day, which must not run over midnight.

/** Returns a time zone in which it is around noon, so that today does not end during the tests. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  // The sign in these names is the opposite of the usual one.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
