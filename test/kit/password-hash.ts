// A fast password hash for servers in the process of a test. The real hash takes 50 ms of a core;
// test/store/login.test.ts and every test of the executable use it.
import type { PasswordHash } from '../../src/login/auth.ts'

const hashed = (password: string) => `test:${Bun.hash(password).toString(36)}`

export const quickHash: PasswordHash = {
  hash: async password => hashed(password),
  verify: async ({ hash, password }) => hash === hashed(password),
}
