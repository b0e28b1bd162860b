// The kinds of device that the trust page has steps for, and which one a visitor has.

/** The kinds of device, in the order of the page. */
export const devices = ['android', 'iphone', 'windows', 'macos', 'linux'] as const
export type Device = (typeof devices)[number]

/** The first match counts, because Android also names Linux. An iPad may present itself as a Mac. */
const devicePatterns: readonly (readonly [RegExp, Device])[] = [
  [/Android/, 'android'],
  [/iPhone|iPad|iPod/, 'iphone'],
  [/Windows/, 'windows'],
  [/Macintosh|Mac OS X/, 'macos'],
  [/Linux|CrOS|X11/, 'linux'],
]

/** Returns the kind of device that a browser runs on; Android for an unknown one, because most tills are. */
export const deviceOf = (userAgent: string): Device =>
  devicePatterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'android'
