import { expect } from 'vitest'
import type { Activity } from '../../api/contract/work/activity.ts'
import type { IssueTeam } from './issueTeam.ts'
import type { TestServer } from './server.ts'

export type Told = Partial<Activity>

/** A row of an issue's history as far as the catalogue gives it; columns that it does not name are empty. */
export const row = (verb: string, field: string, comment: string, values: Told = {}): Told => ({
  verb,
  field,
  comment,
  old_value: null,
  new_value: null,
  old_identifier: null,
  new_identifier: null,
  ...values,
})
const SHOWN = Object.keys(row('', '', '')) as (keyof Activity)[]

/** All rows of an issue, also those that its history leaves out, the oldest first. */
export const rowsOf = (server: TestServer, id: string) =>
  server.db('issue_activities').where('issue', id).orderBy('created_at').select('*') as unknown as Promise<
    Activity[]
  >

/** The rows that an act brought to an issue: each at a time of its own, of one request, by its author; the issue moved with them. */
export const during =
  (server: TestServer, team: IssueTeam) =>
  async (id: string, act: () => Promise<unknown>): Promise<Told[]> => {
    const issue = () => server.db('issues').where('id', id).first('revision', 'updated_at')
    const [before, issueBefore] = [await rowsOf(server, id), await issue()]
    await act()
    const [after, issueAfter] = [await rowsOf(server, id), await issue()]
    const times = after.map(one => Date.parse(one.created_at))
    expect(new Set(times).size).toBe(times.length)
    const fresh = after.slice(before.length)
    expect(new Set(fresh.map(one => one.epoch)).size).toBeLessThanOrEqual(1)
    const { workspace, project } = team
    for (const one of fresh) expect(one).toMatchObject({ project: project.id, workspace: workspace.id })
    if (fresh.length > 0) {
      expect(issueAfter.revision).toBeGreaterThan(issueBefore.revision)
      expect(Date.parse(issueAfter.updated_at)).toBeGreaterThan(Date.parse(issueBefore.updated_at))
    }
    return fresh.map(one => Object.fromEntries(SHOWN.map(name => [name, one[name]])))
  }
