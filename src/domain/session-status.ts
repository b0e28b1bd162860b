// The statuses of checkout sessions, for pages as well: session.ts would bring all texts of errors into
// their first view.

export const sessionStatuses = ['pending', 'active', 'completed', 'expired', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Whether the state lets the customer pay; the caller checks the time. */
export const isOpen = (status: SessionStatus): boolean => status === 'pending' || status === 'active'
