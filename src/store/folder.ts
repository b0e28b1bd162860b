// The error when the data folder cannot be used: the message for the person at the server, and the exit
// status.

export class FolderError extends Error {
  override name = 'FolderError'
  /** @param exitStatus 1 unusable, 3 in use by another Kaunta, 4 written by a newer one */
  constructor(
    message: string,
    readonly exitStatus: number,
  ) {
    super(message)
  }
}
