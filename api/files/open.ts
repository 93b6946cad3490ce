import { secret } from '../db/dataDir.ts'
import type { Settings } from '../settings.ts'
import { openDiskStore } from './diskStore.ts'
import { type Bucket, openS3Store } from './s3Store.ts'
import type { FileStore } from './store.ts'
import { createTickets, type Tickets } from './tickets.ts'

export type Files = { store: FileStore; tickets: Tickets }

/** The settings that say where files are kept. */
export type Place = Pick<Settings, 'dataDir'> & Partial<Settings>

export const bucketOf = (settings: Partial<Settings>): Bucket | null =>
  settings.s3Bucket ? (settings as Bucket) : null

/** A bucket when the settings name one, the disk otherwise. */
export const openStore = (settings: Place): FileStore => {
  const bucket = bucketOf(settings)
  return bucket ? openS3Store(bucket) : openDiskStore(settings.dataDir)
}

export const openFiles = async (settings: Settings): Promise<Files> => ({
  store: openStore(settings),
  tickets: createTickets(await secret(settings.dataDir, 'files')),
})
