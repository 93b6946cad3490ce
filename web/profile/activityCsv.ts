import { userWorkRoutes } from '#contract/work/userWork.ts'
import { call } from '../data/client.ts'
import { here } from '../data/viewer.ts'
import { download } from '../ui/download.ts'
import { toast } from '../ui/popups/Toast.tsx'

/** One day of what somebody did, as a file for spreadsheets. */
export const downloadActivity = async (person: { id: string; display_name: string }, day: string) => {
  try {
    const { body } = await call(userWorkRoutes.file, {
      params: { ws: here().slug, userId: person.id },
      body: { date: day },
    })
    // Whoever reads an answer as text takes off the mark by which spreadsheets know the letters.
    download(`Activity of ${person.display_name} ${day}.csv`, 'text/csv', `\uFEFF${body}`)
  } catch {
    toast.failure('The activity was not downloaded. The server could not be reached.')
  }
}
