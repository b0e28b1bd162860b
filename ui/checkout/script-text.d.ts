// The pages' scripts are imported as the text they are.
declare module '*-script.js' {
  const text: string
  export = text
}
