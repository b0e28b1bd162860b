// The statuses of checkout sessions, for pages as well: session.ts would bring all texts of errors into
// their first view.

export const sessionStatuses = ['pending', 'active', 'completed', 'expired', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Whether a session in this status can still be paid; the caller checks that it has not expired. */
export const isOpen = (status: SessionStatus): boolean => status === 'pending' || status === 'active'
