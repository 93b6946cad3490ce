/**
 * Everybody who may come to the product, and every screen that there is: the screen that each sees at each address, and
 * whether its offers hold.
 */
import { filled, type PlaceId, placeAt, placeOf } from '../../web/places/address.ts'
import { goWithin, type Seat, seat } from './browser.ts'
import { build, type Person } from './build.ts'
import { sharedServer, startServer } from './server.ts'

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
  const { body: webhook } = await admin.post<{ id: string }>(`/api/workspaces/${workspace.slug}/webhooks/`, {
    url: 'https://93.184.216.34/',
  })
  const { body: channel } = await admin.post<{ id: string }>(`/api/workspaces/${workspace.slug}/webhooks/`, {
    url: 'https://93.184.216.34/services/quay',
    format: 'slack',
  })
  // A member's own: admins see it, too.
  const { body: begun } = await team.member.post<{ import: { id: string } }>(
    `/api/workspaces/${workspace.slug}/imports/`,
    { source: 'csv', project: project.id, file: { name: 'list.csv', size: 10 } },
  )
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
      webhookId: webhook.id,
      channelId: channel.id,
      importId: begun.import.id,
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
  await made.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return made
}

/** So long a screen may take on a machine that does four things at once. */
const MOST_MS = 30_000

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
  // A page that asks before it goes may go.
  page.on('dialog', dialog => void dialog.accept().catch(() => {}))
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
    links,
  }
}

/** Whoever may come, each before a browser; apart, where they change what they see, each in a world of their own. */
export const everybody = async ({ apart = false } = {}) => {
  const server = await (apart ? startServer() : sharedServer())
  const make = build(server)
  const common = apart ? null : await furnished(make)
  // Whom they may name where an account is asked for.
  if (apart) await make.person('olu')
  // They are greeted still, so that what the welcome offers is followed, too.
  const greeted = async (who: Person) => {
    await who.patch('/api/users/me/tour-completed/', { is_tour_completed: false })
    return who
  }
  type Team = Awaited<ReturnType<typeof furnished>>['team']
  const people: Record<string, (team: Team) => Promise<Person> | null> = {
    anonymous: () => null,
    newcomer: () => make.newcomer(),
    guest: team => greeted(team.guest),
    member: team => greeted(team.member),
    admin: team => greeted(team.admin),
    'instance admin': async () => greeted(await make.instanceAdmin()),
  }
  const all = await Promise.all(
    Object.entries(people).map(async ([name, of]) => {
      const { team, names, terms } = common ?? (await furnished(make))
      const who = await of(team)
      const sits = await sit(server.origin, who)
      const addressOf = (id: PlaceId) => filled(placeOf(id).path, names) + (terms.get(id) ?? '')
      return { name, who, page: sits.page, addressOf, ...watched(sits) }
    }),
  )
  return { all }
}
