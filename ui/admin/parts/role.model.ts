// The roles of staff in their order.
import type { Role } from '../../../src/domain/account.ts'

/** The role with the most rights first. */
export const roles: readonly Role[] = ['owner', 'admin', 'developer', 'cashier']
