// The few icons of the page, drawn as lines in the colour of their text. They are decoration: a text next to
// each gives its meaning.
const paths = {
  paid: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 7v6M12 16.5v.5M12 3a9 9 0 100 18 9 9 0 000-18z',
  phone: 'M8.5 2.5h7a2 2 0 012 2v15a2 2 0 01-2 2h-7a2 2 0 01-2-2v-15a2 2 0 012-2zM10.5 18.5h3',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 100 18 9 9 0 000-18z',
  cross: 'M7 7l10 10M17 7L7 17',
  lock: 'M7 11V8a5 5 0 0110 0v3M6 11h12v9H6z',
  card: 'M3 6h18v12H3zM3 10h18',
} as const

/** Shows an icon of the checkout in the size and colour of the text around it. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
