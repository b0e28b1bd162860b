// The icons that pages share, drawn on a grid of 24 with round strokes. They are decoration: a text next to
// each gives its meaning.

/** The lines of each icon, as SVG path data. */
export const iconPaths = {
  backspace: 'M9 5h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-6-7 6-7ZM12.5 9.5l5 5M17.5 9.5l-5 5',
  list: 'M6 3h12v18l-3-2-3 2-3-2-3 2V3ZM9.5 8h5M9.5 12h5',
  gear: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.1.7-1.7 1.3-1.7 2.7M12 18.4v.1',
  phone: 'M8 2.5h8a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2ZM10.5 18.5h3',
  qr: 'M4 4h6v6H4V4ZM14 4h6v6h-6V4ZM4 14h6v6H4v-6ZM14 14h2.5v2.5H14V14ZM20 14v.1M20 20v-2.5M16 20h-2',
  back: 'M19 12H5M11 6l-6 6 6 6',
  next: 'M9 5l7 7-7 7',
  link: 'M7 17L17 7M9 7h8v8',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6M3 10a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0M10 20v-5h4v5',
  ban: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM6 6l12 12',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  message: 'M4 5h16v11H9.5L5 20v-4H4V5Z',
  cash: 'M3 6.5h18v11H3v-11ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 12v.1M18 12v.1',
  note: 'M4 20l1-4L16 5l3 3L8 19l-4 1ZM13.5 7.5l3 3',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7V14Z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  screen: 'M3 4.5h18v12H3v-12ZM9 20.5h6M12 16.5v4',
  drawer: 'M3 12.5h18v7.5H3v-7.5ZM3 12.5L6 4h12l3 8.5M9.5 16h5',
  copy: 'M9 9h11v11H9V9ZM5 15H4V4h11v1',
  save: 'M12 3.5v11M7 10l5 5 5-5M4 19.5h16',
  cloud: 'M2.5 8.5a14 14 0 0 1 19 0M6 12.5a9 9 0 0 1 12 0M9.5 16a4 4 0 0 1 5 0M12 19.5v.1M3 3l18 18',
  grid: 'M4 4h6.5v6.5H4V4ZM13.5 4H20v6.5h-6.5V4ZM4 13.5h6.5V20H4v-6.5ZM13.5 13.5H20V20h-6.5v-6.5Z',
  home: 'M4 11.5 12 4l8 7.5V20h-5.5v-5.5h-5V20H4v-8.5Z',
  cart: 'M3 4h2.5l2 11h10.5l2-8H6.3M9 19.5v.1M16.5 19.5v.1',
  send: 'M21 3 10 14M21 3l-7 18-4-7-7-4 18-7Z',
  key: 'M8 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.2 11.3 20 3M16 6.8l3 3',
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.7-8 9-4.8-1.3-8-4.5-8-9V6l8-3ZM8.5 12l2.5 2.5 4.5-5',
  warn: 'M12 4 2.5 20h19L12 4ZM12 10v4.5M12 17.3v.1',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  again: 'M20 12a8 8 0 1 1-2.5-5.8M20 3.5v4.5h-4.5',
} as const

export type IconName = keyof typeof iconPaths

interface IconProps {
  readonly name: IconName
  readonly size?: number
}
/** Shows one of the shared icons. `size` is in pixels. */
export const Icon = ({ name, size = 24 }: IconProps) => <Drawing path={iconPaths[name]} size={size} />

/** Shows an icon that only one page has, by the path of its lines. */
export const Drawing = ({ path, size }: { readonly path: string; readonly size: number }) => (
  <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)

/** Shows the mark of Kaunta, a counter under an awning. `size` is in pixels. */
export function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M10 7v18M22 7.5 11.5 16 22 24.5" />
    </svg>
  )
}
