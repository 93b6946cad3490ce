import type { Knex } from 'knex'

/** Is this the secret of its link? */
export const fitsLink = async (trx: Knex, id: string, token: string): Promise<boolean> =>
  (await trx('workspace_invitations').where({ id, token }).first('id')) !== undefined

/** The addresses that invitations are answered at, with their secrets. */
export const linksTo = async (trx: Knex, origin: string, ids: string[]): Promise<Map<string, string>> => {
  const rows = await trx('workspace_invitations as i')
    .join('workspaces as w', 'w.id', 'i.workspace_id')
    .whereIn('i.id', ids)
    .select<{ id: string; slug: string; token: string }[]>('i.id', 'w.slug', 'i.token')
  return new Map(
    rows.map(({ id, slug, token }) => [
      id,
      `${origin}/workspace-invitations/?${new URLSearchParams({ invitation_id: id, slug, token })}`,
    ]),
  )
}
