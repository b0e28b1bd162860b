// The names of back-ups, which say when they were taken.
import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** The name of a back-up taken at a time, to the second. */
export const nameOf = (time: number) => `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '')}Z`
/** When a back-up of this name was taken; undefined when it is no such name. */
export function takenAtOf(name: string): number | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? []
  return day ? Date.parse(`${day}T${hour}:${minute}:${second}Z`) : undefined
}

/** When a copy was taken: what its name says, or for a renamed one when its file was written. */
export const copiedAtOf = (backup: string): number =>
  takenAtOf(basename(resolve(backup))) ?? Math.floor(statSync(join(backup, 'kaunta.db')).mtimeMs)
