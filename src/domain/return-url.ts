// The merchant's addresses to which a customer's browser returns after a payment.

/**
 * Adds parameters to the query of a merchant's address. The merchant's text stays byte for byte, because the
 * merchant may have signed it. A parameter that the address already has is not added.
 */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const fragmentAt = address.indexOf('#')
  const [base, fragment] =
    fragmentAt === -1 ? [address, ''] : [address.slice(0, fragmentAt), address.slice(fragmentAt)]
  const queryAt = base.indexOf('?')
  const query = queryAt === -1 ? '' : base.slice(queryAt + 1)
  const existing = new URLSearchParams(query)
  const added = new URLSearchParams(Object.entries(parameters).filter(([name]) => !existing.has(name)))
  if (added.size === 0) return address
  const questionMark = queryAt === -1 ? '?' : ''
  const separator = query === '' || query.endsWith('&') ? '' : '&'
  return `${base}${questionMark}${separator}${added}${fragment}`
}

/**
 * Returns the address of the merchant's page to which the customer returns after paying.
 * @param redirectUrl the page as the merchant gave it; null for none, and then the result is null
 * @param reference of the session or payment, which is added to the address
 */
export const returnUrl = (redirectUrl: string | null, reference: string): string | null =>
  redirectUrl && withParameters(redirectUrl, { reference, status: 'completed' })
