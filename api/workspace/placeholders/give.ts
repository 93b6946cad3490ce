import { GIVE_PLACEHOLDER, Placeholder } from '#contract/workspace/placeholders.ts'
import { lockedOne } from '../../db/locked.ts'
import { remove } from '../../db/rows.ts'
import { renamedIn } from '../../text/documents/brought.ts'
import { JobFault, type LongKind } from '../jobs/longRunner.ts'
import { dropFace, type Giving, giveRows, isPerson, textsNaming, writeText } from './give.queries.ts'

type Input = { placeholder: string; member: string }

/**
 * Gives all that names a placeholder to a member, in one transaction. What was written stays as it was, with its moments: no history
 * reports it, nobody is notified. Browsers load their rows anew when the placeholder goes.
 */
export const givePlaceholder: LongKind = {
  kind: GIVE_PLACEHOLDER,
  run: async ({ job }) => {
    const { placeholder: from, member: to } = job.input as Input
    const giving: Giving = { workspace: job.workspace, from, to }
    return {
      result: {},
      finish: async work => {
        const row = await lockedOne(work, Placeholder, { id: from, workspace: job.workspace })
        if (!row) throw new JobFault('This placeholder has been given to somebody already.')
        if (!(await isPerson(work.trx, job.workspace, to)))
          throw new JobFault('The member has left the workspace.')
        for (const { id, state } of await textsNaming(work, giving))
          await writeText(work.trx, id, await renamedIn(state, from, to, { person: job.user }))
        await giveRows(work.trx, giving)
        await dropFace(work.trx, giving)
        await remove(work, Placeholder, row)
        work.recounts = job.workspace
      },
    }
  },
  undo: async () => {},
}
