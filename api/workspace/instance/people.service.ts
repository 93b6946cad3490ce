import type { Knex } from 'knex'
import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { InstancePerson, PersonState } from '#contract/workspace/instancePeople.ts'
import type { Work } from '../../db/work.ts'
import { envelope, type PageAsk } from '../../http/page.ts'
import { handResetLink } from '../../people/auth/newPassword.service.ts'
import { lockPerson, type Needed } from '../../people/users/deactivate.service.ts'

/** How an admin is informed that somebody's account has to stay. */
export const OTHERS: Needed = {
  instance: 'instance.adminStays',
  workspace: 'instance.soleWorkspaceAdmin',
  project: 'instance.soleProjectAdmin',
}

type Person = z.infer<typeof InstancePerson>

const NAME = `coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.display_name)`
const STATE = `case when not a.is_active then 'deactivated'
                    when a.last_login_at is null and s.at is null then 'never' else 'active' end`
const PEOPLE = `
  from users u join accounts a on a.id = u.id join user_contacts c on c.id = u.id
  left join last_seen s on s.user_id = u.id
 where not u.is_bot and u.deleted_at is null
   and (:search = '' or strpos(folded(${NAME} || ' ' || u.display_name || ' ' || c.email), folded(:search)) > 0)
   and (:state = '' or ${STATE} = :state)`

const MOST_AT_ONCE = 50

export const listPeople = async (
  trx: Knex,
  asked: PageAsk,
  { search = '', state = '' }: { search?: string | undefined; state?: PersonState | '' | undefined },
) => {
  const page = { ...asked, size: Math.min(asked.size, MOST_AT_ONCE) }
  const { rows } = await trx.raw<{ rows: Person[] }>(
    `select u.id, u.display_name, u.first_name, u.last_name, u.avatar_url, c.email, a.date_joined,
        ${STATE} as state, greatest(s.at, a.last_login_at) as last_active,
        exists (select 1 from instance_admins i where i.user_id = u.id and i.deleted_at is null) as is_instance_admin,
        (select count(*)::int from workspace_members m join workspaces w on w.id = m.workspace_id
          where m.member_id = u.id and m.is_active and w.deleted_at is null) as total_workspaces
       ${PEOPLE} order by folded(${NAME}), u.id limit :size offset :from`,
    { search, state, size: page.size, from: page.size * page.page },
  )
  const { rows: counted } = await trx.raw<{ rows: { n: number }[] }>(`select count(*)::int as n ${PEOPLE}`, {
    search,
    state,
  })
  const total = counted[0]?.n ?? 0
  return envelope(page, total, total, rows.length, rows)
}

/** A link for somebody who has no other way in. It opens an account that is in use, and never the admin's own. */
export const linkFor = async (work: Work, id: string, origin: string) => {
  // An hour's session of an admin is not to become a password of theirs.
  if (id === work.viewer.id) fail('instance.ownLink')
  const { account, email } = await lockPerson(work, id)
  if (!account.is_active) fail('account.closed')
  return handResetLink(work, { id, email, origin })
}
