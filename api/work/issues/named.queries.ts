import type { Knex } from 'knex'
import { Issue } from '#contract/work/issues.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid, visible } from '../../db/visible.ts'

const keyForm = /^(.{1,12})-(\d{1,9})$/u

/**
 * The issue of a workspace that is called so: by its id, by its project's identifier and its number, or by the key that it had
 * where it was brought from, if no issue here has it.
 */
export const namedIssue = async (
  trx: Knex,
  viewer: ServerViewer,
  workspaceId: string,
  name: string,
): Promise<Issue | undefined> => {
  const issues = () => visible(trx, Issue, viewer).where('issues.workspace_id', workspaceId)
  if (isUuid(name)) return issues().where('issues.id', name).first() as Promise<Issue | undefined>
  const [, identifier, number] = keyForm.exec(name) ?? []
  if (!identifier) return undefined
  const own = (await issues()
    .where('issues.sequence_id', Number(number))
    .whereRaw(
      `issues.project_id = any(select id from projects
        where workspace = ? and deleted_at is null and upper(identifier) = upper(?))`,
      [workspaceId, identifier],
    )
    .first()) as Issue | undefined
  if (own) return own
  return issues()
    .whereIn('issues.external_id', [`${identifier}-${number}`, `${identifier.toUpperCase()}-${number}`])
    .orderBy('issues.created_at')
    .first() as Promise<Issue | undefined>
}
