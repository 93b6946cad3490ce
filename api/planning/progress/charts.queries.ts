import type { Knex } from 'knex'
import { compareText, orderedName } from '#contract/lists/folding.ts'

export type Kind = 'cycle' | 'module'

type Share = {
  part: 'person' | 'label'
  holder: string
  of: string | null
  total: number
  completed: number
  total_points: number | null
  completed_points: number | null
}

const shareOf = (part: Share['part'], column: 'assignee_ids' | 'label_ids') =>
  `select '${part}' as part, holder, part as "of", sum(total)::int as total,
          coalesce(sum(total) filter (where done), 0)::int as completed, sum(total * points) as total_points,
          sum(total * points) filter (where done) as completed_points
     from held left join lateral unnest(${column}) as part on true group by 2, 3`

// Reads the issues once; those that count alike become one row. Only present links count: a removed one leaves no row
// here.
const sharesSql = (kind: Kind) => `
  with alike as (
    select ${kind === 'cycle' ? 'cycle_id' : 'link.module_id'} as holder, assignee_ids, label_ids, estimate_point,
           completed_at is not null as done, count(*) as total
      from issues ${
        kind === 'cycle'
          ? 'where active and cycle_id = any(:ids)'
          : 'join issue_modules link on link.issue_id = issues.id where active and link.module_id = any(:ids)'
      }
     group by 1, 2, 3, 4, 5
  ), held as (
    select alike.*, estimated.points from alike left join (
      select p.id, p.value::float8 as points from estimate_points p join estimates e on e.id = p.estimate
       where e.type = 'points' and p.value ~ '^[0-9]+([.][0-9]+|)$'
    ) estimated on estimated.id = alike.estimate_point
  ) ${shareOf('person', 'assignee_ids')} union all ${shareOf('label', 'label_ids')}`

const counted = ({ total, completed, total_points, completed_points }: Share) => ({
  issues: { total_issues: total, completed_issues: completed, pending_issues: total - completed },
  points: {
    total_estimates: total_points,
    completed_estimates: total_points === null ? null : (completed_points ?? 0),
    pending_estimates: total_points === null ? null : total_points - (completed_points ?? 0),
  },
})

type Person = {
  id: string
  display_name: string
  first_name: string
  last_name: string
  avatar_url: string | null
}
type Label = { id: string; name: string; color: string }

const byName = <R>(rows: R[], nameOf: (row: R) => string | null) =>
  rows.sort((a, b) => {
    const [one, other] = [nameOf(a), nameOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return compareText(orderedName(one), orderedName(other))
  })

/** The shares of cycles or modules by person and by label: three statements for any number. */
export const sharesOf = async (trx: Knex, kind: Kind, ids: string[]) => {
  const { rows } = await trx.raw<{ rows: Share[] }>(sharesSql(kind), { ids })
  const people = rows.filter(({ part }) => part === 'person')
  const labels = rows.filter(({ part }) => part === 'label')
  const idsIn = (shares: Share[]) => [...new Set(shares.flatMap(share => share.of ?? []))]
  const persons = await trx('users')
    .whereIn('id', idsIn(people))
    .select<Person[]>('id', 'display_name', 'first_name', 'last_name', 'avatar_url')
  const named = await trx('labels').whereIn('id', idsIn(labels)).select<Label[]>('id', 'name', 'color')
  const personOf = new Map(persons.map(person => [person.id, person]))
  const labelOf = new Map(named.map(label => [label.id, label]))
  const peopleOf = Map.groupBy(people, share => share.holder)
  const labelsOf = Map.groupBy(labels, share => share.holder)
  return (id: string) => ({
    assignees: byName(
      (peopleOf.get(id) ?? []).map(share => {
        const person = personOf.get(share.of ?? '')
        const of = {
          assignee_id: share.of,
          display_name: person?.display_name ?? null,
          first_name: person?.first_name ?? null,
          last_name: person?.last_name ?? null,
          avatar_url: person?.avatar_url ?? null,
        }
        return { of, ...counted(share) }
      }),
      row => row.of.display_name,
    ),
    labels: byName(
      (labelsOf.get(id) ?? []).map(share => {
        const label = labelOf.get(share.of ?? '')
        const of = { label_id: share.of, label_name: label?.name ?? null, color: label?.color ?? null }
        return { of, ...counted(share) }
      }),
      row => row.of.label_name,
    ),
  })
}

/** Issues that a cycle holds, alike in the days on which they came and were completed, and in their points. */
export type Stay = { came: string; done: string | null; points: number; total: number }

/** What cycles hold now, by day. */
export const staysOf = async (
  trx: Knex,
  cycles: { id: string; zone: string }[],
): Promise<Map<string, Stay[]>> => {
  if (cycles.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: (Stay & { id: string })[] }>(
    `select asked.id, (coalesce(i.cycle_added_at, i.created_at) at time zone asked.zone)::date::text as came,
            (i.completed_at at time zone asked.zone)::date::text as done, coalesce(p.value::float8, 0) as points,
            count(*)::int as total
       from jsonb_to_recordset(?::jsonb) as asked(id uuid, zone text)
       join issues i on i.cycle_id = asked.id and i.active
       left join (
         select p.id, p.value from estimate_points p join estimates e on e.id = p.estimate
          where e.type = 'points' and p.value ~ '^[0-9]+([.][0-9]+|)$'
       ) p on p.id = i.estimate_point
      group by 1, 2, 3, 4`,
    [JSON.stringify(cycles)],
  )
  return new Map(cycles.map(({ id }) => [id, rows.filter(row => row.id === id)]))
}

type Span = { id: string; zone: string; first: string; last: string }

/** The movement of the figures on each day of a span; earlier steps count to its first day. */
export const stepsOf = async <F extends string>(
  trx: Knex,
  kind: Kind,
  figures: F[],
  spans: Span[],
): Promise<({ id: string; day: string } & Record<F, number>)[]> => {
  if (spans.length === 0) return []
  const { rows } = await trx.raw<{ rows: ({ id: string; day: string } & Record<F, number>)[] }>(
    `select step.id, greatest((step.at at time zone span.zone)::date, span.first)::text as day,
            ${figures.map(name => `sum(${name})::float8 as ${name}`).join(', ')}
       from jsonb_to_recordset(?::jsonb) as span(id uuid, zone text, first date, last date)
       join ${kind}_steps step on step.id = span.id and step.at < (span.last + 1)::timestamp at time zone span.zone
      group by 1, 2`,
    [JSON.stringify(spans)],
  )
  return rows
}
