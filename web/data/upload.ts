import type { z } from 'zod'
import type { UploadData } from '#contract/files.ts'
import { CallError, OfflineError } from './client.ts'

type Options = { signal: AbortSignal; onPercent: (percent: number) => void }

const bodyOf = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Sends a file where it was announced. By XMLHttpRequest: nothing else tells how far it is. */
export const sendFile = (to: z.infer<typeof UploadData>, file: File, { signal, onPercent }: Options) =>
  new Promise<void>((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(to.fields)) form.append(name, value)
    form.append('file', file)
    const request = new XMLHttpRequest()
    const offline = () => reject(new OfflineError('The server cannot be reached.'))
    request.upload.onprogress = ({ loaded, total }) => onPercent(Math.round((100 * loaded) / total))
    request.onload = () => {
      const { status } = request
      if (status >= 200 && status < 300) resolve()
      else if (status >= 502 && status <= 504) offline()
      else
        reject(
          new CallError(
            status,
            request.getResponseHeader('X-Error-Code') ?? '',
            bodyOf(request.responseText),
          ),
        )
    }
    request.onerror = offline
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', to.url)
    if (signal.aborted) reject(signal.reason)
    else request.send(form)
  })
