// The merchant's addresses to which a customer's browser returns after a payment.

/**
 * Returns the merchant's address with more parameters in its query. The merchant's own text stays as it is,
 * because the merchant may have signed it, and a parameter that it already has is not added.
 */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const fragmentAt = address.indexOf('#')
  const [base, fragment] =
    fragmentAt === -1 ? [address, ''] : [address.slice(0, fragmentAt), address.slice(fragmentAt)]
  const queryAt = base.indexOf('?')
  const query = queryAt === -1 ? '' : base.slice(queryAt + 1)
  const own = new URLSearchParams(query)
  const added = new URLSearchParams(Object.entries(parameters).filter(([name]) => !own.has(name)))
  if (added.size === 0) return address
  const separator = query === '' || query.endsWith('&') ? '' : '&'
  return `${base}${queryAt === -1 ? '?' : ''}${separator}${added}${fragment}`
}

/**
 * Returns the merchant's page to which the customer returns after paying; null without one.
 * @param reference of the session or payment, which is added to the address
 */
export const returnUrl = (redirectUrl: string | null, reference: string): string | null =>
  redirectUrl && withParameters(redirectUrl, { reference, status: 'completed' })
