// Mantine's theme: our two accents (live and practice), our typeface, generous touch sizes.
// theme.css has the same values in CSS.
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const live: MantineColorsTuple = [
  '#eef8fd',
  '#d6edf9',
  '#aedbf3',
  '#7cc3e8',
  '#45a5d6',
  '#1f88bf',
  '#126f9f',
  '#0b5d86',
  '#0a4c6e',
  '#083b56',
]

export const theme = createTheme({
  colors: { live },
  primaryColor: 'live',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  radius: { md: '12px' },
  fontFamily:
    "Inter, 'Inter fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  cursorType: 'pointer',
  focusRing: 'auto',
})
