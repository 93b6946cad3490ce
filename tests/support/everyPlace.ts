/**
 * Everybody who may come to the product, and every screen that there is: the screen that each sees at each address, and
 * whether its offers hold.
 */
import type { Page } from 'playwright-core'
import { filled, type PlaceId, placeAt, placeOf } from '../../web/places/address.ts'
import { goWithin, type Seat, seat } from './browser.ts'
import { build, type Person } from './build.ts'
import { startServer } from './server.ts'

/** A workspace in which there is one of everything that a screen may show. */
const furnished = async (make: ReturnType<typeof build>) => {
  const team = await make.team()
  const { admin, path, workspace, project } = team
  const made = async (to: string, body: object) => {
    const reply = await admin.post<{ id: string; sequence_id: number }>(`${path}/${to}/`, body)
    if (reply.status >= 400) throw new Error(`${to}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  await admin.patch(`${path}/`, { inbox_view: true, guest_view_all_features: true })
  const issue = await made('issues', { name: 'Gate code', assignee_ids: [team.member.id] })
  const cycle = await made('cycles', { name: 'Neap' })
  const module = await made('modules', { name: 'Reefs' })
  const view = await made('views', { name: 'Urgent', filters: {}, access: 1 })
  const page = await made('pages', { name: 'Tides' })
  await made('inbox-issues', { issue: { name: 'A leak' } })
  const space = `/api/workspaces/${workspace.slug}/invitations/`
  const email = 'sana@quay.example'
  await admin.post(space, { emails: [{ email }], is_mailed: false })
  const { body } = await admin.get<{ id: string }[]>(space)
  return {
    team,
    terms: new Map<PlaceId, string>([
      ['invitation', `?invitation_id=${body[0]?.id}&email=${email}&slug=${workspace.slug}`],
    ]),
    names: {
      slug: workspace.slug,
      projectId: project.id,
      issueId: issue.id,
      cycleId: cycle.id,
      moduleId: module.id,
      viewId: view.id,
      pageId: page.id,
      personId: team.member.id,
      tab: 'assigned',
      view: 'all-issues',
      named: `${project.identifier}-${issue.sequence_id}`,
      provider: 'github',
    },
  }
}

const cookies = ['session-id', 'admin-session-id']
const sit = async (origin: string, who: Person | null): Promise<Seat> => {
  const made = await seat(origin)
  const kept = cookies.flatMap(name => {
    const value = who?.jar.get(name)
    return value ? [{ name, value, url: origin }] : []
  })
  await made.context.addCookies(kept)
  return made
}

/** So long a screen may take on a machine that does four things at once. */
const MOST_MS = 30_000

type Opener = { key: string; nth: number }

/** Controls that open something and change nothing: menus, tabs, folds; each by its role and name. */
const openersOn = (page: Page): Promise<Opener[]> =>
  page.evaluate(() => {
    return [
      ...document.querySelectorAll<HTMLElement>('[aria-haspopup], [role="tab"], button[aria-expanded]'),
    ].map((node, nth) => {
      const words = (node.ariaLabel ?? node.textContent).replace(/\s+/g, ' ').trim().slice(0, 40)
      const key = `${node.role ?? node.tagName} ${words}`
      const isMeant = node.checkVisibility() && !node.closest('[inert]') && !node.matches(':disabled')
      return { key: isMeant ? key : '', nth }
    })
  })

const NOWHERE = /^(Page|Workspace|Issue|Person) not found|^This .* (is|was) /
/** The answer to somebody who asked for a place, in a word. */
const seenAs = (asked: PlaceId, { path, title }: { path: string; title: string }) => {
  const found = placeAt(path)?.id
  if (found !== asked) return found === 'start' ? 'signs in' : `to ${found ?? path}`
  if (/not open to you$/.test(title)) return 'no access'
  return NOWHERE.test(title) ? 'not found' : 'shown'
}

/** Somebody before their browser, with a record of failures. */
const watched = ({ page, errors }: Seat) => {
  const faults: string[] = []
  let under = 0
  let at = ''
  const note = (fault: string) => faults.push(`${at}: ${fault}`)
  page.on('request', () => {
    under++
  })
  const over = () => {
    under--
  }
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  page.on('response', answer => {
    // A person learns that a workspace is not theirs by asking for it.
    if (answer.url().endsWith('/bootstrap/')) return
    if ([403, 404].includes(answer.status()) || answer.status() >= 500)
      note(`${answer.request().method()} ${new URL(answer.url()).pathname} answered ${answer.status()}`)
  })
  page.on('console', message => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) note(message.text())
  })
  page.on('pageerror', error => note(String(error)))
  /** The screen, once nothing waits and nothing has changed for two glances. */
  const look = () =>
    page.evaluate(async most => {
      const glance = () => {
        const words = document.body.textContent
        return {
          path: location.pathname,
          waits:
            !document.querySelector('main')?.textContent ||
            document.querySelector('.skeleton, [aria-busy="true"]') !== null,
          title: document.querySelector('main h2, main h1')?.textContent ?? '',
          trouble: words.includes('Something went wrong'),
          length: words.length,
        }
      }
      const until = performance.now() + most
      let last = glance()
      for (let quiet = 0; quiet < 2 && performance.now() < until; ) {
        await new Promise(resolve => setTimeout(resolve, 20))
        const now = glance()
        quiet = !now.waits && JSON.stringify(now) === JSON.stringify(last) ? quiet + 1 : 0
        last = now
      }
      return last
    }, MOST_MS)
  /** The same, once nothing is asked for, either. */
  const rests = async () => {
    const until = Date.now() + MOST_MS
    let seen = await look()
    while (under > 0 && Date.now() < until) seen = await look()
    if (under > 0 || seen.waits) note(`never at rest: ${under} calls under way`)
    if (seen.trouble) note('Something went wrong')
    return seen
  }
  const goes = async (to: string) => {
    at = to
    await goWithin(page, to)
    return rests()
  }
  /** The screen of a place in the end: a busy machine may pause where nothing waits, so the expected one is waited for. */
  const sees = async (id: PlaceId, address: string, meant: string | undefined) => {
    const until = Date.now() + MOST_MS
    let cell = seenAs(id, await goes(address))
    while (meant && cell !== meant && Date.now() < until) cell = seenAs(id, await rests())
    return cell
  }
  const opener = (nth: number) =>
    page.locator('[aria-haspopup], [role="tab"], button[aria-expanded]').nth(nth)
  /** Whether a part stands unfolded; null where a popup opens instead, or nothing is left there. */
  const isUnfolded = (nth: number) =>
    opener(nth).evaluateAll(([node]) => (node?.ariaHasPopup ? null : (node?.ariaExpanded ?? null)))
  const press = async (nth: number) => {
    const unfolded = await isUnfolded(nth)
    await opener(nth).evaluateAll(([node]) => (node as HTMLElement | undefined)?.click())
    return unfolded
  }
  const pressed = new Set<string>()
  /** Opens all that opens something here and was not opened elsewhere, and closes it again. */
  const presses = async () => {
    const here = page.url()
    for (const { key, nth } of await openersOn(page)) {
      if (!key || pressed.has(key)) continue
      pressed.add(key)
      const from = at
      at = `${from}, “${key}”`
      const unfolded = await press(nth)
      await rests()
      await page.keyboard.press('Escape')
      if (page.url() !== here) await goes(here)
      // A part that unfolds is left as it was: what stands in it is pressed by its place among all.
      else if (unfolded !== null && (await isUnfolded(nth)) !== unfolded) await press(nth)
      at = from
    }
  }
  /** The addresses on this site that are offered here. */
  const links = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter(link => link.origin === location.origin && !link.target && !link.download)
        .map(link => link.pathname + link.search),
    )
  return {
    faults,
    errors,
    goes,
    sees,
    presses,
    links,
  }
}

export const everybody = async () => {
  const server = await startServer()
  const make = build(server)
  const { team, names, terms } = await furnished(make)
  const onboarded = async (who: Person) => {
    await who.patch('/api/users/me/onboard/', { is_onboarded: true })
    return who
  }
  const people: Record<string, Person | null> = {
    anonymous: null,
    newcomer: await make.person(),
    guest: await onboarded(team.guest),
    member: await onboarded(team.member),
    admin: await onboarded(team.admin),
    'instance admin': await onboarded(await make.instanceAdmin()),
  }
  const all = await Promise.all(
    Object.entries(people).map(async ([name, who]) => ({
      name,
      who,
      ...watched(await sit(server.origin, who)),
    })),
  )
  const addressOf = (id: PlaceId) => filled(placeOf(id).path, names) + (terms.get(id) ?? '')
  return { all, addressOf }
}
