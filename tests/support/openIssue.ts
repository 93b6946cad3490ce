import { expect } from 'vitest'
import { goWithin, type Seat, seat } from './browser.ts'
import { build, type Person } from './build.ts'
import { sharedServer } from './server.ts'

export type OpenIssue = Awaited<ReturnType<typeof openIssue>>

/** A part of an open issue, by its heading. */
export const part = ({ page }: Pick<Seat, 'page'>, name: string) =>
  page.getByRole('region', { name, exact: true })

/** A team before issues that are opened on their pages. */
export const openIssue = async () => {
  const server = await sharedServer()
  const make = build(server)
  const team = await make.team()
  let nth = 0
  const sit = async (who: Person) => {
    const made = await seat(server.origin)
    await made.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const key = who.jar.get('session-id') ?? ''
    await made.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
    return made
  }
  const [freya, mei] = [await sit(team.admin), await sit(team.member)]
  const address = (id: string) => `/${team.workspace.slug}/projects/${team.project.id}/issues/${id}`
  return {
    make,
    team,
    freya,
    mei,
    sit,
    address,
    issue: (name: string, fields: Record<string, unknown> = {}) =>
      make.issue(team.admin, team.path, { name: `${name} ${++nth}`, ...fields }),
    open: (id: string, ...seats: Seat[]) =>
      Promise.all(
        seats.map(async ({ page }) => {
          // The same issue once more is meant to be loaded anew.
          if (page.url().endsWith(id)) await page.goto(address(id))
          else {
            const before = await page.evaluateHandle(() => document.querySelector('[aria-label="Activity"]'))
            await goWithin(page, address(id))
            await page.waitForFunction(left => !left?.isConnected, before)
          }
          await part({ page }, 'Activity').getByText('created the issue').waitFor()
        }),
      ),
    key: (row: { sequence_id: number }) => `${team.project.identifier}-${row.sequence_id}`,
    read: async (id: string) => (await team.admin.get(`${team.path}/issues/${id}/`)).body,
    /** No script has failed and nothing was asked of another host. */
    quiet: () => expect([...freya.errors, ...mei.errors]).toEqual([]),
  }
}
