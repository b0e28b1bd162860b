// The key of the shop in the folder that a move fills. The next move goes on with what an interrupted one
// left.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FolderError } from '../folder/folder.ts'
import { ownerOf } from '../folder/folder-owner.ts'
import { isKeyAside, makeKey, readKey, readNamedKey } from '../folder/seal.ts'

/**
 * Creates the folder with a copy of the key, unless both exist.
 * @param key path of the shop's key file
 * @throws FolderError for a folder of something else, of another user or of another shop
 */
export function takeKey(place: string, key: string, random: (length: number) => Uint8Array): void {
  const keyFile = join(place, 'secret.key')
  if (ownerOf(place)) throw new FolderError(`${place} belongs to another user: run the move as that user`, 1)
  const presentFiles = existsSync(place) ? readdirSync(place) : []
  // Files that a move left if it died while it wrote the key.
  const asides = presentFiles.filter(isKeyAside)
  if (!existsSync(keyFile) && presentFiles.length > asides.length)
    throw new FolderError(`${place} is not of a move: move it away first`, 1)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  for (const name of asides) rmSync(join(place, name))
  if (!existsSync(keyFile)) makeKey(keyFile, random, readNamedKey(key))
  if (!Buffer.from(readKey(keyFile)).equals(readNamedKey(key)))
    throw new FolderError(`${place} was begun with another key: remove it and begin again`, 1)
}
