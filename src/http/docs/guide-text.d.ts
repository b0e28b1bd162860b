// Guides and the files that they link to are imported as text.
declare module '*.md' {
  const text: string
  export = text
}
declare module '*.yml' {
  const text: string
  export = text
}
