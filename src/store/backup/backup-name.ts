// Names of back-ups, which contain the time they were taken.
import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** Returns the name of a back-up taken at `time`, to the second, such as `2026-11-21T000500Z`. */
export const nameOf = (time: number) => `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '')}Z`
/** Returns when a back-up with this name was taken, in milliseconds; undefined for any other name. */
export function takenAtOf(name: string): number | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? []
  return day ? Date.parse(`${day}T${hour}:${minute}:${second}Z`) : undefined
}

/** Returns when a copy was taken: from its name, or from its file's time if it was renamed. */
export const copyTimeOf = (backup: string): number =>
  takenAtOf(basename(resolve(backup))) ?? Math.floor(statSync(join(backup, 'kaunta.db')).mtimeMs)
