import { expect } from 'vitest'
import { goWithin, type Seat, seat, standsWithin } from './browser.ts'
import { build, type Person } from './build.ts'
import { fill, many, type Wish } from './fill.ts'
import { sharedServer } from './server.ts'

/** A day from today on, as the browser counts it. */
export const day = (offset: number) => {
  const date = new Date()
  date.setDate(date.getDate() + offset)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
}

type Point = { x: number; y: number }

/** The code of dragging is loaded behind the first screen; `within` names the region whose entries are pulled. */
export const mayDrag = ({ page }: Seat, within = 'main') =>
  page.locator(`${within} [data-drop-target-for-element]`).first().waitFor({ state: 'attached' })

/** Presses on one place, moves to another and lets go unless asked to hold. */
export const drag = async ({ page }: Seat, from: Point, to: Point, hold = false) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  if (!hold) await page.mouse.up()
}

/** The text of what has the focus; none while nothing has it, though the page as a whole holds every text. */
export const focusedText = ({ page }: Seat) =>
  page.evaluate(() =>
    document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
  )

/** The lines with the focus, one after the other, as a key leads through them. */
export const walked = async ({ page }: Seat, key: string, limit: number) => {
  const seen: string[] = []
  for (let step = 0; step < limit; step++) {
    await page.keyboard.press(key)
    seen.push(
      await page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line ?? '',
      ),
    )
  }
  return seen
}

export type IssueScreens = Awaited<ReturnType<typeof issueScreens>>

type Crew = Awaited<ReturnType<ReturnType<typeof build>['team']>>

/** A further project of a crew, everyone in it as they are in the first. */
const further = async (make: ReturnType<typeof build>, crew: Crew): Promise<Crew> => {
  const { admin, member, guest, workspace } = crew
  const project = await make.project(admin, workspace.slug)
  const members = [
    { member_id: member.id, role: 15 },
    { member_id: guest.id, role: 5 },
  ]
  expect((await admin.post(`${project.path}/members/`, { members })).status).toBe(201)
  return { ...crew, project, path: project.path }
}

/**
 * A project with these issues, and two people before its lists: new ones, or those of another such project, who stay in
 * their seats.
 */
export const issueScreens = async (
  story: Record<string, Record<string, unknown>>,
  among?: { team: Crew; freya: Seat; mei: Seat },
) => {
  const server = await sharedServer()
  const make = build(server)
  const team = among ? await further(make, among.team) : await make.team()
  const ids: Record<string, string> = {}
  for (const [name, fields] of Object.entries(story))
    ids[name] = (await make.issue(team.admin, team.path, { name, ...fields })).id
  const sit = async (who: Person, options?: Parameters<typeof seat>[1]) => {
    const made = await seat(server.origin, options)
    const key = who.jar.get('session-id') ?? ''
    await made.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
    return made
  }
  const stateOf = async (group: string) => {
    const { body } = await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)
    return body.find(state => state.group === group)?.id
  }
  const path = (name: string) => `${team.path}/issues/${ids[name]}/`
  const project = `/${team.workspace.slug}/projects/${team.project.id}`
  const listAt = (terms: string) => `${project}/issues?order_by=sort_order&${terms}`
  const rowsOf = ({ page }: Seat) => page.locator('[data-issue], [data-number]').first()
  return {
    freya: among?.freya ?? (await sit(team.admin)),
    mei: among?.mei ?? (await sit(team.member)),
    /** Somebody at another screen. */
    sit: (options: Parameters<typeof seat>[1], who: Person = team.member) => sit(who, options),
    /** Somebody who came on a phone. */
    phone: () => sit(team.member, { width: 390, height: 844 }),
    /** Somebody who may look at everything and change nothing. */
    guest: async () => {
      await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
      return sit(team.guest)
    },
    /** Leads to a list of the project. */
    look: async (who: Seat, terms: string) => {
      if (standsWithin(who.page)) {
        // By way of a screen without issues: those seen then are of this list.
        await goWithin(who.page, `${project}/views`)
        await rowsOf(who).waitFor({ state: 'detached' })
      }
      await goWithin(who.page, listAt(terms))
      await rowsOf(who).waitFor()
    },
    /** The same with the client loaded anew: it knows nothing of what was done here before, and no line that was left. */
    lookAnew: async (who: Seat, terms: string) => {
      await who.page.goto(listAt(terms))
      await rowsOf(who).waitFor()
    },
    idOf: (name: string) => ids[name],
    team,
    origin: server.origin,
    slug: team.workspace.slug,
    projectId: team.project.id,
    adminId: team.admin.id,
    /** Puts an issue that has ended into the archive. */
    archive: async (name: string) => {
      await team.admin.patch(path(name), { state_id: await stateOf('completed') })
      expect((await team.admin.post(`${path(name)}archive/`)).status).toBe(200)
    },
    stateOf,
    /** A label, a cycle or a module of the project. */
    add: async (to: 'issue-labels' | 'cycles' | 'modules' | 'views', fields: Record<string, unknown>) =>
      (await team.admin.post<{ id: string }>(`${team.path}/${to}/`, fields)).body.id,
    putInCycle: async (name: string, cycle_id: unknown) => {
      const updates = [{ id: ids[name], cycle_id }]
      const reply = await team.member.post(`${team.path}/bulk-operation-issues/`, { updates })
      expect(reply.status).toBe(204)
    },
    /** Lets a cycle have ended some days ago. */
    endCycle: (id: string) =>
      server
        .db('cycles')
        .where({ id })
        .update({ end_date: day(-3) }),
    /** The dates that are stored in the end. */
    expectDates: (name: string, dates: (string | null)[]) =>
      expect
        .poll(async () => {
          const { body } = await team.admin.get(path(name))
          return [body.start_date, body.target_date]
        })
        .toEqual(dates),
    stored: async (name: string) => (await team.admin.get(path(name))).body,
    createBy: async (who: 'admin' | 'member', name: string) =>
      (await make.issue(team[who], team.path, { name })).id,
    /** So many more at once, without a word on each unless it is given. */
    fill: (count: number, wish?: (at: number) => Wish) =>
      fill(server, team.admin, team.project, many(count, wish)),
    /** How many issues of the project pass a filter. */
    count: async (terms: string) =>
      (await team.admin.get<{ total_count: number }>(`${team.path}/issues/?per_page=1&${terms}`)).body
        .total_count,
    change: (name: string, fields: Record<string, unknown>) => team.member.patch(path(name), fields),
    blockedBy: (name: string, by: string) =>
      team.member.post(`${path(name)}issue-relation/`, { relation_type: 'blocked_by', issues: [ids[by]] }),
    free: (name: string, from: string) =>
      team.member.post(`${path(name)}remove-relation/`, {
        relation_type: 'blocked_by',
        related_issue: ids[from],
      }),
    relationsOf: async (name: string) =>
      (await team.member.get<Record<string, { name: string }[]>>(`${path(name)}issue-relation/`)).body,
    title: ({ page }: Seat, name: string) => page.locator(`[data-issue="${ids[name]}"] [data-title]`).first(),
  }
}
