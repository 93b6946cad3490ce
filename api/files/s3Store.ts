import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { Refusal } from '#contract/errors.ts'
import type { Settings } from '../settings.ts'
import { type FileStore, KeyTaken, type Part } from './store.ts'
import { UPLOAD_SECONDS } from './tickets.ts'

export type Bucket = Pick<
  Settings,
  's3Region' | 's3Endpoint' | 's3PublicEndpoint' | 's3AccessKeyId' | 's3SecretAccessKey'
> & { s3Bucket: string }

/** The folder of announced uploads. No signed form names a key outside of it, so nobody overwrites a confirmed file. */
const INCOMING = 'incoming/'

const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{32}$/

/** The origin to which browsers send, as the signed forms name it. */
export const bucketOrigin = (bucket: Omit<Bucket, 's3AccessKeyId' | 's3SecretAccessKey'>): string => {
  const own = bucket.s3PublicEndpoint ?? bucket.s3Endpoint
  if (own) return own
  const host = `s3.${bucket.s3Region}.amazonaws.com${bucket.s3Region.startsWith('cn-') ? '.cn' : ''}`
  // A name with dots would not fit the certificate of its own host.
  return bucket.s3Bucket.includes('.') ? `https://${host}` : `https://${bucket.s3Bucket}.${host}`
}

// The library takes 100 ms to load: a start without uploads does without it.
const load = async (bucket: Bucket) => {
  const [commands, { createPresignedPost }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-presigned-post'),
  ])
  const { s3Region, s3Endpoint, s3AccessKeyId, s3SecretAccessKey } = bucket
  const client = new commands.S3Client({
    region: s3Region,
    // Servers of one's own seldom have a host name for each bucket.
    ...(s3Endpoint ? { endpoint: s3Endpoint, forcePathStyle: true } : {}),
    // Without keys here the library looks where it does everywhere: the machine's role, its AWS_ variables.
    ...(s3AccessKeyId && s3SecretAccessKey
      ? { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }
      : {}),
    // Checksums that only newer servers know are sent to none that does not ask for them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Each slow reader of a file holds a connection: they must not be all that there are.
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 30_000,
      httpsAgent: { maxSockets: 500 },
      httpAgent: { maxSockets: 500 },
    },
  })
  return { ...commands, client, createPresignedPost }
}

const nameOf = (error: unknown) => (error as Error).name
const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(nameOf(error))
const isOther = (error: unknown) => nameOf(error) === 'PreconditionFailed'

/** The bucket does not answer, or refuses us: the waiting person learns that, and the log why. */
const away = (error: unknown) => Object.assign(new Refusal('file.storeAway'), { cause: error })

const sizeOf = ({ ContentRange, ContentLength }: GetObjectCommandOutput) =>
  Number(ContentRange?.split('/')[1] ?? ContentLength)

/** Files in a bucket of any server that speaks S3. Senders bring their bytes to it; readers get them through us. */
export const openS3Store = (bucket: Bucket): FileStore => {
  let loaded: ReturnType<typeof load> | null = null
  const Bucket = bucket.s3Bucket
  type Loaded = Awaited<ReturnType<typeof load>>
  const ask = async <T>(call: (s3: Loaded, client: S3Client) => Promise<T>): Promise<T> => {
    loaded ??= load(bucket)
    const s3 = await loaded
    try {
      return await call(s3, s3.client)
    } catch (error) {
      throw isMissing(error) || isOther(error) || error instanceof KeyTaken ? error : away(error)
    }
  }
  const known = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a key of this store')
    return key
  }
  const openAt = (Key: string, part?: Part) =>
    ask(async (s3, client) => {
      const Range = part && `bytes=${part.start}-${part.end - 1}`
      const found = await client.send(new s3.GetObjectCommand({ Bucket, Key, Range }))
      return { size: sizeOf(found), stream: found.Body as Readable, tag: found.ETag }
    }).catch(error => (isMissing(error) ? null : Promise.reject(error)))
  const removeAt = (Key: string) =>
    ask(async (s3, client) => void (await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))))
  const has = (Key: string) =>
    ask((s3, client) => client.send(new s3.HeadObjectCommand({ Bucket, Key }))).then(
      () => true,
      error => (isMissing(error) ? false : Promise.reject(error)),
    )
  /** Exactly the bytes that were judged become the file. */
  const keepAs = async (key: string, tag: string | undefined) => {
    const from = INCOMING + key
    try {
      await ask((s3, client) =>
        client.send(
          new s3.CopyObjectCommand({
            Bucket,
            Key: key,
            CopySource: `${Bucket}/${from}`,
            CopySourceIfMatch: tag,
          }),
        ),
      )
    } catch (error) {
      if (isOther(error) || isMissing(error)) return false
      throw error
    }
    await removeAt(from)
    return true
  }
  const sweepPage = (before: Date, after: string | undefined) =>
    ask(async (s3, client) => {
      const page = await client.send(
        new s3.ListObjectsV2Command({ Bucket, Prefix: INCOMING, ContinuationToken: after }),
      )
      const old = (page.Contents ?? []).filter(
        one => one.Key && one.LastModified && one.LastModified < before,
      )
      for (const one of old) await removeAt(one.Key!)
      return { swept: old.length, next: page.NextContinuationToken }
    })
  return {
    offer: ({ key, type, most }) =>
      ask(async ({ createPresignedPost }, client) => {
        const { url, fields } = await createPresignedPost(client, {
          Bucket,
          Key: INCOMING + known(key),
          Fields: { 'Content-Type': type },
          Conditions: [['content-length-range', 1, most]],
          Expires: UPLOAD_SECONDS,
        })
        const { pathname } = new URL(url)
        return { url: bucketOrigin(bucket) + pathname, fields }
      }),
    put: (key, source, size) =>
      ask(async (s3, client) => {
        if (await has(known(key))) throw new KeyTaken()
        // Of a stream whose size is not given a signed request cannot be made.
        await client.send(
          new s3.PutObjectCommand({ Bucket, Key: key, Body: source as Readable, ContentLength: size }),
        )
      }),
    arrived: async (key, count) => {
      const sent = await openAt(INCOMING + known(key), { start: 0, end: count })
      if (sent) return { ...sent, keep: () => keepAs(key, sent.tag), drop: () => removeAt(INCOMING + key) }
      // Kept before, by a call that came no further.
      const kept = await openAt(key, { start: 0, end: count })
      return kept && { ...kept, keep: async () => true, drop: () => removeAt(key) }
    },
    read: (key, part) => openAt(known(key), part),
    remove: key => removeAt(known(key)),
    sweep: async before => {
      let swept = 0
      for (let after: string | undefined, more = true; more; ) {
        const page = await sweepPage(before, after)
        swept += page.swept
        after = page.next
        more = after !== undefined
      }
      return swept
    },
  }
}
