/** Returns the message of a caught value, for logs and for people who run the server. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
