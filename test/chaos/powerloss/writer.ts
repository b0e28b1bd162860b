// Runs seller.ts so that the recorder sees the head of the record chain, too: Bun writes it by direct system
// calls, past the recorder, and functions of node:fs can be replaced only before anything imports them. Run
// under shim.so. usage: bun writer.ts <folder> <full|normal> <payments> <shim.so>
import { dlopen, FFIType, ptr } from 'bun:ffi'
import { createRequire } from 'node:module'

const [folder = '', , , library = ''] = process.argv.slice(2)
const head = `${folder}/chain.head`
const path = Buffer.from(`${head}\0`)
const { symbols } = dlopen(library, {
  wrote: { args: [FFIType.ptr, FFIType.i64, FFIType.ptr, FFIType.u32], returns: FFIType.void },
})
const wrote = (bytes: Uint8Array, offset: number) =>
  symbols.wrote(ptr(path), offset, ptr(bytes), bytes.length)

const fs: typeof import('node:fs') = createRequire(import.meta.url)('node:fs')
const { writeSync, writeFileSync } = fs
Object.assign(fs, {
  writeSync(file: number, bytes: Buffer, start: number, length: number, offset: number) {
    wrote(bytes, offset)
    return writeSync(file, bytes, start, length, offset)
  },
  writeFileSync(file: string, bytes: Buffer, options: object) {
    if (file === head) wrote(bytes, 0)
    writeFileSync(file, bytes, options)
  },
})
await import('./seller.ts')
