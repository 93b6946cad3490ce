/** A workspace of Plane as its public API answers: membership known by cycles and modules alone, holes where issues are archived. */
import { PNG } from '../files.ts'
import type { Answering, Service } from '../importServices.ts'
import { day, range } from './source.ts'

const PEOPLE = [
  { id: 'u-1', first_name: 'Ines', last_name: 'Cavaco', display_name: 'ines', email: 'ines@plane.example' },
  { id: 'u-2', first_name: '', last_name: '', display_name: 'bram', email: 'bram@plane.example' },
]
const STATES = [
  { id: 's-1', name: 'Todo', group: 'unstarted' },
  { id: 's-2', name: 'At sea', group: 'started' },
  { id: 's-3', name: 'Ashore', group: 'completed' },
]
const SIZE = 100

const issuesOf = (count: number, project: string) =>
  range(count).flatMap(nth =>
    // Archived ones are in no list.
    nth % 10 === 0
      ? []
      : {
          ...{ id: `${project}-i-${nth}`, name: nth === 5 ? '=Hull' : `Hull ${nth}`, sequence_id: nth },
          description_html:
            nth % 5 === 1
              ? `<p>See <mention-component entity_identifier="u-1" entity_name="user_mention"></mention-component> <image-component src="a-1"></image-component> and HU-${nth + 1}</p>`
              : '',
          ...{ priority: ['urgent', 'none'][nth % 2], estimate_point: nth % 3 ? `point-${nth % 3}` : null },
          ...{ start_date: '2024-03-01', target_date: '2024-04-01', state: STATES[nth % 3]!.id },
          ...{ created_at: day(nth), updated_at: day(nth + 1), completed_at: null, archived_at: null },
          ...{ created_by: 'u-1', assignees: nth % 2 ? ['u-1', 'u-2'] : ['gone'], labels: ['l-1'] },
          parent:
            nth === 22
              ? `${project}-i-20`
              : nth % 10 === 1 && nth + 3 <= count
                ? `${project}-i-${nth + 3}`
                : null,
        },
  )

/** The cursor of the next page is given even where there is none: a flag ends the list. */
const page = (rows: readonly object[], cursor = '100:0:0'): Answering => {
  const nth = Number(cursor.split(':')[1])
  return {
    body: {
      results: rows.slice(nth * SIZE, (nth + 1) * SIZE),
      ...{ next_cursor: `${SIZE}:${nth + 1}:0`, next_page_results: (nth + 1) * SIZE < rows.length },
      ...{ total_results: rows.length, count: rows.length },
    },
  }
}

export const planeOf = (count: number): Service => {
  const projects = [
    { id: 'p-1', name: 'Hulls', identifier: 'HU', count },
    { id: 'p-2', name: 'Masts', identifier: 'MA', count: 3 },
  ]
  const issues = new Map(projects.map(one => [one.id, issuesOf(one.count, one.id)]))
  const below = (project: string, rest: string, cursor: string | undefined): Answering | undefined => {
    const all = issues.get(project)!
    const lists: Record<string, readonly object[]> = {
      members: [PEOPLE[0]!],
      states: STATES,
      labels: [{ id: 'l-1', name: 'Oak' }],
      cycles: [
        { id: 'c-1', name: 'Autumn', start_date: '2024-09-01T00:00:00Z', end_date: '2024-09-14T00:00:00Z' },
      ],
      'cycles/c-1/cycle-issues': all.filter((_, at) => at % 4 === 0),
      modules: [{ id: 'm-1', name: 'Keel' }],
      'modules/m-1/module-issues': all.filter((_, at) => at % 5 === 0),
      issues: all,
    }
    const path = rest.replace(/\/$/, '')
    if (lists[path]) return path === 'members' ? { body: lists[path] } : page(lists[path], cursor)
    const [, nth, kind] = /^issues\/[\w-]+-i-(\d+)\/([\w-]+)$/.exec(path) ?? []
    if (kind === 'links')
      return page(Number(nth) % 7 ? [] : [{ url: `https://port.example/${nth}`, title: 'Plan' }])
    if (kind === 'comments')
      return page(
        Number(nth) % 4
          ? []
          : [
              {
                id: `${project}-c-${nth}`,
                comment_html: `<p>Said of ${nth}</p>`,
                actor: 'u-2',
                created_at: day(9),
              },
              { id: `${project}-d-${nth}`, comment_html: '<p>Again</p>', actor: 'gone', created_at: day(10) },
            ],
      )
    if (kind === 'issue-attachments')
      return Number(nth) % 6
        ? { body: [] }
        : {
            body: [
              {
                id: `${project}-f-${nth}`,
                attributes: { name: 'hull.png', size: PNG.length },
                is_uploaded: true,
              },
            ],
          }
    return undefined
  }
  return ({ path, query, headers }, base) => {
    // Where its files lie: a signed address, which refuses a key.
    const file = /^\/store\/(\d+)$/.exec(path)?.[1]
    if (file)
      return headers['x-api-key']
        ? { status: 400, body: {} }
        : file === '12'
          ? { status: 404, body: {} }
          : { bytes: PNG, type: 'image/png' }
    if (headers['x-api-key'] !== 'plane-key-1')
      return { status: 401, body: { error: 'Given API token is not valid' } }
    const ws = '/api/v1/workspaces/port/'
    if (!path.startsWith(ws)) return { status: 404, body: { error: 'Page not found' } }
    const rest = path.slice(ws.length)
    if (rest === 'projects/') return page(projects, query.cursor)
    if (rest === 'members/') return { body: PEOPLE }
    const attachment = /^projects\/p-\d\/issues\/[\w-]+-i-(\d+)\/issue-attachments\/[\w-]+\/$/.exec(rest)?.[1]
    if (attachment)
      return {
        status: 302,
        headers: { location: `http://localhost:${new URL(base).port}/store/${attachment}` },
      }
    const [, project, inside] = /^projects\/(p-\d)\/(.+)$/.exec(rest) ?? []
    return project ? below(project, inside!, query.cursor) : undefined
  }
}
