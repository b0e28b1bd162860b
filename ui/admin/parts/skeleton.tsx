// Grey shapes where content is loading. They appear with a delay, so that a fast answer shows none.

/** The grey shapes of a whole page. */
export function PageSkeleton() {
  return (
    <div className="skeleton-page" aria-busy="true">
      <SkeletonBar widthPercent={30} isTall />
      <RowSkeleton rows={6} />
    </div>
  )
}

/**
 * The grey shapes of a list's rows. Their widths (30 to 54 percent) differ in a fixed pattern, so that they
 * look like text and not like a grid.
 */
export function RowSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div className="skeleton-rows" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={row} className="skeleton-row">
          <SkeletonBar widthPercent={30 + ((row * 37) % 25)} />
          <SkeletonBar widthPercent={14} />
        </div>
      ))}
    </div>
  )
}

/** A grey bar in the place of a text. `widthPercent` is its share of the available width. */
export function SkeletonBar({
  widthPercent,
  isTall = false,
}: {
  readonly widthPercent: number
  readonly isTall?: boolean
}) {
  return (
    <span
      className={isTall ? 'skeleton-bar skeleton-bar-tall' : 'skeleton-bar'}
      style={{ width: `${widthPercent}%` }}
    />
  )
}
