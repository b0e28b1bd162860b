// The typeface, embedded in the binary: importing it with `type: 'file'` returns its path.
declare module '*.woff2' {
  const path: string
  export = path
}
