// Idempotency keys. A page on plain http on the LAN is no secure context and has no crypto.randomUUID;
// getRandomValues it has.

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns 26 random letters and digits (130 bits). The server accepts at most 30. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(26)), byte => letters[byte % 32]).join('')
