// Grey shapes where content is loading. They appear with a delay, so that a fast answer shows none.

export function PageSkeleton() {
  return (
    <div className="skeleton-page" aria-busy="true">
      <Bar wide={30} tall />
      <RowSkeleton rows={6} />
    </div>
  )
}

export function RowSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div className="skeleton-rows" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={row} className="skeleton-row">
          <Bar wide={30 + ((row * 37) % 25)} />
          <Bar wide={14} />
        </div>
      ))}
    </div>
  )
}

/** @param wide percent of the room */
export function Bar({ wide, tall = false }: { readonly wide: number; readonly tall?: boolean }) {
  return <span className={tall ? 'bone bone-tall' : 'bone'} style={{ width: `${wide}%` }} />
}
