import type { z } from 'zod'
import type { UploadData } from '#contract/files/files.ts'
import { CallError, OfflineError } from '../client.ts'

export type SendOptions = { signal: AbortSignal; onPercent: (percent: number) => void }

const bodyOf = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Sends a file where it was announced. By XMLHttpRequest: nothing else says how far it is. */
const sendFile = (to: z.infer<typeof UploadData>, file: File, { signal, onPercent }: SendOptions) =>
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

/** How a file is announced, confirmed, and given up when it did not get through. */
export type Way = {
  announce: () => Promise<{ asset_id: string; upload_data: z.infer<typeof UploadData> }>
  confirm: (assetId: string) => Promise<unknown>
  remove: (assetId: string) => Promise<unknown>
}

/** Announces, sends and confirms a file; answers its id. Of one that did not get through nothing stays at the server. */
export const deliver = async (way: Way, file: File, options: SendOptions): Promise<string> => {
  const { asset_id, upload_data } = await way.announce()
  try {
    await sendFile(upload_data, file, options)
    await way.confirm(asset_id)
  } catch (error) {
    void way.remove(asset_id).catch(() => {})
    throw error
  }
  return asset_id
}
