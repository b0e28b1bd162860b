// The wear of a disk as Linux reports it for eMMC memory: in the disk's folder, also for a partition.
import { expect, test } from 'bun:test'
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskWear } from '../../src/store/folder/folder-fact.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-wear-')
const { dev } = statSync(root)
const number = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`
let disks = 0

/** Writes a list of disks in which the one of `root` is a partition. */
function devicesWith(lifeTime: string | undefined): string {
  const folder = join(root, `disk${disks++}`)
  const partition = join(folder, 'mmcblk0/mmcblk0p2')
  mkdirSync(partition, { recursive: true })
  mkdirSync(join(folder, 'mmcblk0/device'))
  if (lifeTime !== undefined) writeFileSync(join(folder, 'mmcblk0/device/life_time'), lifeTime)
  const devices = join(folder, 'block')
  mkdirSync(devices)
  symlinkSync(partition, join(devices, number))
  return devices
}

test.each([
  ['0x01 0x02\n', 20],
  ['0x09 0x01\n', 90],
  ['0x0b 0x01\n', 110],
  ['0x00 0x00\n', undefined],
  ['?', undefined],
  [undefined, undefined],
])('%j is %p percent', (lifeTime, percent) => {
  expect(diskWear(root, devicesWith(lifeTime))).toBe(percent)
})

test('a disk that is not listed has an unknown wear', () => {
  expect(diskWear(root, join(root, 'nothing'))).toBeUndefined()
})
