import { userWorkRoutes } from '#contract/work/userWork.ts'
import { call } from '../data/client.ts'
import { here } from '../data/viewer.ts'
import { download } from '../ui/download.ts'
import { toast } from '../ui/popups/Toast.tsx'

/** Somebody's acts of one day, as a file for spreadsheets. */
export const downloadActivity = async (person: { id: string; display_name: string }, day: string) => {
  try {
    const { body } = await call(userWorkRoutes.file, {
      params: { ws: here().slug, userId: person.id },
      body: { date: day },
    })
    // Reading the answer as text drops the byte order mark by which spreadsheets know the encoding.
    download(`Activity of ${person.display_name} ${day}.csv`, 'text/csv', `\uFEFF${body}`)
  } catch {
    toast.failure('The activity was not downloaded. The server could not be reached.')
  }
}
