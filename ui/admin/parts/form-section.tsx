// Sections of a long form: an optional part that is folded, and rows that can be added and removed.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface CollapsibleCardProps {
  readonly title: string
  readonly text: string
  /** How many entries it has. */
  readonly count?: number
  readonly children: ReactNode
}

/**
 * An optional section of a form, folded at first. Its head shows how many entries it has, so that filled
 * sections are noticed.
 */
export const CollapsibleCard = ({ title, text, count = 0, children }: CollapsibleCardProps) => (
  <details className="card collapsible">
    <summary>
      <div>
        <h2 className="collapsible-title">
          {title}
          {count > 0 && <span className="collapsible-count">{count}</span>}
        </h2>
        <p className="collapsible-text">{text}</p>
      </div>
      <Icon name="down" size={20} />
    </summary>
    <div className="collapsible-body">{children}</div>
  </details>
)

interface EditableRowsProps<T> {
  readonly rows: readonly T[]
  readonly onChange: (rows: readonly T[]) => void
  readonly newRow: (rows: readonly T[]) => T
  readonly max: number
  /** Returns the name of a row. Screen readers announce it with the fields of the row. */
  readonly nameOf?: (row: T) => string
  readonly add: string
  /** Returns the label of the remove button. @param position from 1 on */
  readonly remove: (position: number) => string
  /** Draws the fields of one row. `change` replaces some of its values. */
  readonly children: (row: T, index: number, change: (changes: Partial<T>) => void) => ReactNode
}

/**
 * Draws rows of fields, each with a remove button, and the button that adds a row while there are fewer than
 * `max`.
 */
export function EditableRows<T extends { readonly id: number }>({
  rows,
  onChange,
  newRow,
  max,
  nameOf,
  add,
  remove,
  children,
}: EditableRowsProps<T>) {
  return (
    <>
      {rows.map((row, index) => (
        <fieldset key={row.id} className="field-row" aria-label={nameOf?.(row) || undefined}>
          {children(row, index, changes =>
            onChange(rows.map(eachRow => (eachRow.id === row.id ? { ...eachRow, ...changes } : eachRow))),
          )}
          <button
            type="button"
            className="row-remove"
            aria-label={remove(index + 1)}
            title={remove(index + 1)}
            onClick={() => onChange(rows.filter(eachRow => eachRow.id !== row.id))}
          >
            <Icon name="cross" size={18} />
          </button>
        </fieldset>
      ))}
      {rows.length < max && (
        <button
          type="button"
          className="button-link row-add"
          onClick={() => onChange([...rows, newRow(rows)])}
        >
          <Icon name="plus" size={16} /> {add}
        </button>
      )}
    </>
  )
}
