// Puts a copy of the shop's key into the folder that a move fills. A move that was interrupted may have done
// so before, or may have died while it wrote the copy.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FolderError } from '../folder/folder.ts'
import { ownerOf } from '../folder/folder-owner.ts'
import { isUnfinishedKey, makeKey, readKey, readNamedKey } from '../folder/seal.ts'

/**
 * Copies the shop's key to `secret.key` in a folder, and creates the folder if it is missing. A copy that is
 * already there stays.
 * @param folder path of the folder that the move fills
 * @param shopKeyFile path of the shop's key file
 * @throws FolderError when the folder holds anything but what a move of this shop left there, or belongs to
 * another user
 */
export function copyKeyTo(folder: string, shopKeyFile: string, random: (length: number) => Uint8Array): void {
  const copy = join(folder, 'secret.key')
  const isOfOtherUser = ownerOf(folder) !== undefined
  if (isOfOtherUser) throw new FolderError(`${folder} belongs to another user: run the move as that user`)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const unfinishedCopies = files.filter(isUnfinishedKey)
  const hasOtherFiles = !existsSync(copy) && files.length > unfinishedCopies.length
  if (hasOtherFiles) throw new FolderError(`${folder} is not of a move: move it away first`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of unfinishedCopies) rmSync(join(folder, name))
  if (!existsSync(copy)) makeKey(copy, random, readNamedKey(shopKeyFile))
  if (!Buffer.from(readKey(copy)).equals(readNamedKey(shopKeyFile)))
    throw new FolderError(`${folder} was begun with another key: remove it and begin again`)
}
