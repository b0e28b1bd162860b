// Files of other languages that are imported as text.
declare module '*.go' {
  const text: string
  export = text
}
declare module '*.php' {
  const text: string
  export = text
}
declare module '*.py' {
  const text: string
  export = text
}
