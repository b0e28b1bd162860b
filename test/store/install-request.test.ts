// Requests to install what was uploaded: each is begun with once, whatever lies there under its name.
import { beforeEach, expect, test } from 'bun:test'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  claimRequest,
  endRequest,
  isInstallUnderWay,
  requestFile,
  requestInstall,
  withdrawRequest,
} from '../../src/store/folder/install-request.ts'
import { readPlainFile } from '../../src/store/folder/plain-file.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const data = newTestFolder('kaunta-request-')
beforeEach(() => {
  rmSync(join(data, 'upgrade'), { recursive: true, force: true })
  mkdirSync(join(data, 'upgrade'))
})
test('is under way until it ends, and is begun with once', () => {
  expect([isInstallUnderWay(data), claimRequest(data)]).toEqual([false, false])
  const id = requestInstall(data)
  expect(isInstallUnderWay(data)).toBe(true)
  expect([claimRequest(data), claimRequest(data)]).toEqual([true, false])
  expect(withdrawRequest(data, id)).toBe(false)
  expect(isInstallUnderWay(data)).toBe(true)
  expect([endRequest(data), endRequest(data)]).toEqual([true, false])
  expect(isInstallUnderWay(data)).toBe(false)
})

test('one that has no answer is taken back, and a later one is not', () => {
  const first = requestInstall(data)
  claimRequest(data)
  endRequest(data)
  const second = requestInstall(data)
  expect(withdrawRequest(data, first)).toBe(false)
  expect(withdrawRequest(data, second)).toBe(true)
  expect(isInstallUnderWay(data)).toBe(false)
})

test.each<[string, (place: string) => void]>([
  [
    'a folder',
    place => {
      mkdirSync(place)
      writeFileSync(join(place, 'file'), '')
    },
  ],
  ['a link to nothing', place => symlinkSync('/nowhere', place)],
])('%s under its name ends, too', (_, make) => {
  make(requestFile(data))
  claimTwice()
  expect(isInstallUnderWay(data)).toBe(false)
})

function claimTwice(): void {
  expect(claimRequest(data)).toBe(true)
  mkdirSync(requestFile(data))
  expect(claimRequest(data)).toBe(true)
  expect(endRequest(data)).toBe(true)
}

test('a file is read in pieces, and a link or a folder is not', () => {
  const file = join(data, 'upgrade/file')
  const bytes = Buffer.alloc(2_500_000, 'kaunta')
  writeFileSync(file, bytes)
  expect(Buffer.concat([...readPlainFile(file)]).equals(bytes)).toBe(true)
  symlinkSync(file, join(data, 'upgrade/link'))
  expect(() => [...readPlainFile(join(data, 'upgrade/link'))]).toThrow('no plain file')
  expect(() => [...readPlainFile(join(data, 'upgrade'))]).toThrow('no plain file')
})
