import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { UploadTerms } from './tickets.ts'

/** An upload that may become the file of its key: `keep` makes it so, and is false when the sender replaced it meanwhile. */
export type Arrival = { size: number; stream: Readable; keep(): Promise<boolean>; drop(): Promise<void> }

export type Part = { start: number; end: number }

/** Keeps the bytes of files. A file under a key stays unchanged until it is removed. */
export type FileStore = {
  /** Where a sender brings the bytes, and with which fields; a store without it takes them through this server. */
  offer?: (terms: UploadTerms) => Promise<{ url: string; fields: Record<string, string> }>
  /** Keeps all of the source or nothing; rejects with `KeyTaken` when the key has bytes already. */
  put(key: string, source: Readable | AsyncIterable<Buffer>, size?: number): Promise<void>
  /** The upload under the key with its first `count` bytes; null when there is none. */
  arrived(key: string, count: number): Promise<Arrival | null>
  /** The bytes, those from `start` to before `end` where a part is asked for, and the size of the whole; null when there are none. */
  read(key: string, part?: Part): Promise<{ size: number; stream: Readable } | null>
  remove(key: string): Promise<void>
  /** Forgets what uploads that were cut off or never confirmed have left behind. */
  sweep(before: Date): Promise<number>
}

export class KeyTaken extends Error {}

/** A new key, below the workspace's or the person's id: nothing of it comes from a client, so that no name can lead anywhere on the disk. */
export const newKey = (owner: string) => `${owner}/${randomBytes(16).toString('hex')}`
