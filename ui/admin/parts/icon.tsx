// The icons of the console: those that pages share, and its own, which the till does not load.
import { Drawing, iconPaths } from '../../kit/icon.tsx'

const paths = {
  ...iconPaths,
  book: 'M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5 .5 8.5 2 2-1.5 5-2 8.5-2v-13C17 4.5 14 5 12 6.5ZM12 6.5v13',
  external: 'M14 4.5h5.5V10M19.5 4.5 11 13M18 14v5.5H4.5V6H10',
  before: 'M15 5l-7 7 7 7',
  chain: 'M9.5 14.5l5-5M11 7l1.6-1.6a4 4 0 0 1 5.7 5.7L16.7 12.7M13 17l-1.6 1.6a4 4 0 0 1-5.7-5.7l1.6-1.6',
  signal: 'M2.5 8.5a14 14 0 0 1 19 0M6 12.5a9 9 0 0 1 12 0M9.5 16a4 4 0 0 1 5 0M12 19.5v.1',
  up: 'M6 14.5l6-6 6 6',
  coins: 'M3 6.5h18v11H3v-11ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6.5 12v.1M17.5 12v.1',
  inbox: 'M4 13.5 6.5 5h11l2.5 8.5V19H4v-5.5ZM4 13.5h5l1 2.5h4l1-2.5h5',
  hook: 'M9 8.5a3.5 3.5 0 1 1 5.5 2.9l2.7 4.8M12 8.5 9 14M8 20a3.5 3.5 0 1 1 1.2-6.8M12.5 17h4M17 20.5a3.5 3.5 0 1 0-1.6-6.6',
  bolt: 'M13 3 5 13.5h6L10 21l9-11h-6.5L13 3Z',
  brush:
    'M20 4 10.5 13.5M9 13a3.5 3.5 0 0 0-3.5 3.5C5.5 18.5 4 19.5 3 20c4 1 9.5.3 9.5-3.5A3.5 3.5 0 0 0 9 13Z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.3a6.5 6.5 0 0 1 3.5 5.7',
  tablet: 'M5 3h14v18H5V3ZM11 17.5h2',
  upload: 'M12 15.5V4.5M7 9l5-5 5 5M4.5 20h15',
  tag: 'M3.5 3.5h8l9 9-8 8-9-9v-8ZM8 8v.1',
  barcode: 'M4 5v14M7.5 5v14M11 5v14M13.5 5v14M17 5v14M20 5v14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  down: 'M6 9.5l6 6 6-6',
  out: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
} as const

export type IconName = keyof typeof paths

interface IconProps {
  readonly name: IconName
  readonly size?: number
}
/** Draws an icon in the colour of the text around it. `size` is its width and height in pixels. */
export const Icon = ({ name, size = 24 }: IconProps) => <Drawing path={paths[name]} size={size} />
