// The migrations in order; a released one is never changed. Number = place in this list, from 1.
import first from './0001-first.sql' with { type: 'text' }

export const migrations: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'first', text: first },
]
