import { createHmac, timingSafeEqual } from 'node:crypto'

/** The terms of an upload, agreed at its announcement and signed so that nobody changes them on the way. */
export type UploadTerms = { key: string; type: string; most: number }

/** As long as sending a file may take. */
export const UPLOAD_SECONDS = 3600
/** Long enough to follow the redirect to a file: a later visit asks for the right again. */
export const DOWNLOAD_SECONDS = 120
/** Downloads signed within so many seconds share an address, so that a browser need not fetch an image again. */
const SHARED_SECONDS = 30

const seconds = (now: Date) => Math.floor(now.getTime() / 1000)

/** Signs and reads what stands for a right without a session: for a while, for one file. */
export const createTickets = (secret: string) => {
  const sign = (purpose: 'upload' | 'download', text: string) => {
    const mac = createHmac('sha256', secret)
    mac.update(`${purpose}.${text}`)
    return mac.digest('base64url')
  }
  const holds = (purpose: 'upload' | 'download', text: string, signature: string) => {
    const [given, own] = [Buffer.from(signature), Buffer.from(sign(purpose, text))]
    return given.length === own.length && timingSafeEqual(given, own)
  }
  return {
    /** The fields that the sender has to hand in with the file. */
    uploadFields: (terms: UploadTerms, now = new Date()): Record<string, string> => {
      const policy = Buffer.from(
        JSON.stringify({ ...terms, expires: seconds(now) + UPLOAD_SECONDS }),
      ).toString('base64url')
      return { 'Content-Type': terms.type, key: terms.key, policy, signature: sign('upload', policy) }
    },
    /** The terms of an upload; null when they were forged, altered or have expired. */
    readUpload: (fields: Record<string, string>, now = new Date()): UploadTerms | null => {
      const { policy = '', signature = '', key, 'Content-Type': type } = fields
      if (!holds('upload', policy, signature)) return null
      const terms = JSON.parse(Buffer.from(policy, 'base64url').toString()) as UploadTerms & {
        expires: number
      }
      const kept = terms.key === key && terms.type === type && seconds(now) < terms.expires
      return kept ? { key: terms.key, type: terms.type, most: terms.most } : null
    },
    downloadPath: (id: string, now = new Date()) => {
      const expires = seconds(now) - (seconds(now) % SHARED_SECONDS) + DOWNLOAD_SECONDS
      return `/files/${id}?expires=${expires}&signature=${sign('download', `${id}.${expires}`)}`
    },
    admitsDownload: (id: string, expires: string, signature: string, now = new Date()) =>
      holds('download', `${id}.${expires}`, signature) && seconds(now) < Number(expires),
  }
}

export type Tickets = ReturnType<typeof createTickets>
