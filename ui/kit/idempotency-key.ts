// Idempotency keys. A page on plain http on the LAN is no secure context: it has crypto.getRandomValues, but
// no crypto.randomUUID.

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns 26 random letters and digits (130 bits). The server accepts at most 30. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(26)), byte => letters[byte % 32]).join('')
