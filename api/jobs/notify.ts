import type { Reader } from '../live/readNext.ts'
import { READ } from '../people/notifications/events.ts'
import { tell } from '../people/notifications/tell.service.ts'

/** Notifies people of changes. Mails and pushes follow from rows that it writes, not from the log. */
export const notifier: Reader = {
  name: 'notifications',
  reads: READ,
  begins: 'first',
  most: 300,
  skipsImports: true,
  take: tell,
}
