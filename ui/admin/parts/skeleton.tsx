// Grey shapes where content is loading. They appear with a delay, so that a fast answer shows none.

export function PageSkeleton() {
  return (
    <div className="skeleton-page" aria-busy="true">
      <SkeletonBar wide={30} isTall />
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
          <SkeletonBar wide={30 + ((row * 37) % 25)} />
          <SkeletonBar wide={14} />
        </div>
      ))}
    </div>
  )
}

/** @param wide percent of the room */
export function SkeletonBar({ wide, isTall = false }: { readonly wide: number; readonly isTall?: boolean }) {
  return (
    <span
      className={isTall ? 'skeleton-bar skeleton-bar-tall' : 'skeleton-bar'}
      style={{ width: `${wide}%` }}
    />
  )
}
