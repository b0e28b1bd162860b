// The page's script is imported as the text it is.
declare module '*/live.js' {
  const text: string
  export = text
}
