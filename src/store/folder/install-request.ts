// The request of a server that may not replace its own executable: an empty file, which a root unit of
// systemd waits for (cli/system-upgrade-unit.ts). That unit first renames it, so that it runs once, and
// removes it at the end.
import { lstatSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of the file that the unit waits for. */
export const requestFile = (data: string): string => join(data, 'upgrade', 'install')

/** Returns the path to which the unit renames the request when it begins. */
const claimFile = (data: string): string => join(data, 'upgrade', 'installing')

/** Returns whether anything is at a path, even a broken link. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Identifies a request: inode and time of its file. */
export type RequestId = string

/** Returns the id of the waiting request. @throws the system's Error when there is none */
function requestId(data: string): RequestId {
  const { ino, mtimeNs } = lstatSync(requestFile(data), { bigint: true })
  return `${ino} ${mtimeNs}`
}

/** Requests the installation of the staged release. @returns the id with which to withdraw the request */
export function requestInstall(data: string): RequestId {
  writeFileSync(requestFile(data), '', { flush: true, mode: 0o600 })
  return requestId(data)
}

/** Returns whether an installation was requested and has not ended. */
export const isInstallUnderWay = (data: string): boolean =>
  exists(requestFile(data)) || exists(claimFile(data))

/** Withdraws a request. @returns whether it was still waiting; if not, the unit has begun it */
export function withdrawRequest(data: string, id: RequestId): boolean {
  try {
    if (requestId(data) !== id) return false
    unlinkSync(requestFile(data))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** Begins the waiting request, even if its path is a folder or a link. @returns false when none is waiting */
export function claimRequest(data: string): boolean {
  if (!exists(requestFile(data))) return false
  rmSync(claimFile(data), { recursive: true, force: true })
  renameSync(requestFile(data), claimFile(data))
  return true
}

/** Removes the request. @returns whether the unit had begun it */
export function endRequest(data: string): boolean {
  const wasClaimed = exists(claimFile(data))
  for (const path of [requestFile(data), claimFile(data)]) rmSync(path, { recursive: true, force: true })
  return wasClaimed
}
