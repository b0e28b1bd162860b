// Pictures and sounds are imported as the path of the file, the worker as the text it is.
declare module '*.png' {
  const path: string
  export = path
}
declare module '*.mp3' {
  const path: string
  export = path
}
declare module '*/till-worker.js' {
  const text: string
  export = text
}
