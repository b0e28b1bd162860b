// What the scripted network does with one call.

/**
 * `late` is accepted only after we stopped waiting, `refused` is a clear "no", `cut` is executed and its
 * answer is longer than is read, `hung` never ends: a read then ends with its last repeat.
 */
export type Passage =
  | 'arrives'
  | 'request lost'
  | 'reply lost'
  | 'late'
  | 'unreachable'
  | 'refused'
  | 'cut'
  | 'hung'
