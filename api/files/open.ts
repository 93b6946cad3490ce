import { secret } from '../db/dataDir.ts'
import { type FileStore, openDiskStore } from './store.ts'
import { createTickets, type Tickets } from './tickets.ts'

export type Files = { store: FileStore; tickets: Tickets }

export const openFiles = async (dataDir: string): Promise<Files> => ({
  store: openDiskStore(dataDir),
  tickets: createTickets(await secret(dataDir, 'files')),
})
