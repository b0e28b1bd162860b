// The API reference's script, embedded in the binary: importing it with `type: 'file'` returns its path.
declare module '@scalar/api-reference/browser/standalone.js' {
  const path: string
  export = path
}
