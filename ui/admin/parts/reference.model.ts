// References as lists show them.

/**
 * Returns the last eight characters of a reference: enough to tell payments apart, and the search box finds
 * them.
 */
export const shortReferenceOf = (reference: string): string => reference.slice(-8)
