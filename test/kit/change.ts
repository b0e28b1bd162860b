// What a statement in plain SQL changes, for tests that write one.
import type { TableChange } from '../../src/store/engine/statement.ts'

export const changeOf = (table: string): TableChange => ({ table, returnsRows: false, newRow: undefined })
