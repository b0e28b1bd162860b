// Calls the C library where Bun has no API.
import { dlopen, FFIType } from 'bun:ffi'

/** Opens the C library of Linux, which is glibc or musl. @returns undefined on other systems */
export function openLibc() {
  const { i32, u32, ptr, u64, i64 } = FFIType
  for (const name of ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`])
    try {
      return dlopen(name, {
        socket: { args: [i32, i32, i32], returns: i32 },
        sendto: { args: [i32, ptr, u64, i32, ptr, i32], returns: i64 },
        setsockopt: { args: [i32, i32, i32, ptr, u32], returns: i32 },
      }).symbols
    } catch {
      // Try the other name.
    }
  return undefined
}
