/** Tables that tests import, and what came of them. */
import type { TestServer } from './server.ts'

export type Brought = Record<string, unknown>

/** The issues that an import made or knew, by their titles, with names in place of ids. */
export const broughtBy =
  ({ db }: Pick<TestServer, 'db'>) =>
  async (id: string): Promise<Brought[]> => {
    const { rows } = await db.raw<{ rows: Brought[] }>(
      `select i.name, i.external_id as key, i.sequence_id as number, p.name as project, s.name as state, s."group",
            i.target_date as due, i.created_at as created, i.archived_at is not null as archived, parent.name as parent,
            cycle.name as cycle, cycle.start_date as begins, cycle.end_date as ends, point.value as points,
            author.display_name as author,
            (select array_agg(name::text order by name) from modules where id = any(i.module_ids)) as modules,
            (select array_agg(color::text order by name) from labels where id = any(i.label_ids)) as colours,
            (select array_agg(name::text order by name) from labels where id = any(i.label_ids)) as labels,
            (select array_agg(display_name::text order by display_name) from users where id = any(i.assignee_ids)) as people,
            (select description_html from documents d where d.id = i.id) as text,
            (select array_agg(u.display_name || ': ' || c.comment_stripped) from issue_comments c join users u on u.id = c.actor
              where c.issue = i.id) as comments,
            (select array_agg(url::text order by url) from issue_links l where l.issue = i.id) as links,
            (select array_agg(r.relation_type || ' ' || o.name order by r.relation_type, o.name) from issue_relations r join issues o on o.id = r.related_issue
              where r.issue = i.id) as relations
       from import_rows own join issues i on i.id = own.issue join projects p on p.id = i.project_id
       join states s on s.id = i.state_id left join issues parent on parent.id = i.parent_id
       left join cycles cycle on cycle.id = i.cycle_id left join estimate_points point on point.id = i.estimate_point
       left join users author on author.id = i.created_by
      where own.import = ? order by own.nth`,
      [id],
    )
    return rows
  }

const csv = (...rows: string[][]) =>
  rows.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
/** A table by its columns: each line says the cells that it has. */
export const table = (columns: string[], ...lines: Record<string, string>[]) =>
  csv(columns, ...lines.map(line => columns.map(name => line[name] ?? '')))
