// The page's script is imported as the text it is.
declare module '*/page-script.js' {
  const text: string
  export = text
}
