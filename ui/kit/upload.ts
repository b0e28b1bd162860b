// Uploads a large file and reports its progress, which fetch cannot. It ends with a result, as every call.
import type { ApiResult } from './api.ts'
import { apiErrorOf } from './api-error.model.ts'

interface UploadOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Receives the share that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Puts a file, and reports how much of it is sent. Returns the answer's JSON, or null if it has none. */
export const uploadFile = (
  path: string,
  file: Blob,
  { headers, onProgress }: UploadOptions,
): Promise<ApiResult<unknown>> =>
  new Promise(resolve => {
    const request = new XMLHttpRequest()
    request.open('PUT', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => resolve({ ok: false, apiError: { kind: 'unreachable' } })
    request.onload = () => {
      const value = jsonOrNull(request.responseText)
      if (request.status < 300) return resolve({ ok: true, value })
      const retryAfter = request.getResponseHeader('retry-after')
      resolve({ ok: false, apiError: apiErrorOf(request.status, value, retryAfter) })
    }
    request.send(file)
  })

/** Returns the parsed text, or null for a text that is no JSON. */
function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
