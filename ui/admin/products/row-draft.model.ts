// The rows of a form that are saved together.

/** A row as it is typed. */
export interface Draft {
  readonly id: number
}
/** Returns the id of a new row. */
export const nextId = (drafts: readonly Draft[]): number => Math.max(-1, ...drafts.map(({ id }) => id)) + 1
