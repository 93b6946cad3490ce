import type { Person } from './build.ts'
import { issueTeam } from './issueTeam.ts'
import { until } from './live.ts'
import { allTold } from './notified.ts'
import { pushService } from './pushService.ts'
import { startServer } from './server.ts'

export const SUBSCRIPTIONS = '/api/users/me/push-subscriptions/'
/** The address at which people reach this server. */
export const ORIGIN = 'https://tandem.example'

/** A server that sends to browsers at once, a team, and a push service to which it may. */
export const pushWorld = async (
  env: Record<string, string> = {},
  more: Parameters<typeof startServer>[2] = {},
) => {
  const service = await pushService()
  const server = await startServer({ ...service.env, APP_BASE_URL: ORIGIN, ...env }, undefined, {
    pushes: true,
    notifying: true,
    ...more,
  })
  const team = await issueTeam(server)
  const someone = async () => {
    const person = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, person, 15)
    await team.make.joinProject(team.admin, team.path, person, 15)
    return person
  }
  /** Somebody who follows an issue and has a browser that shows what happens to it. */
  const followed = async (fields: Record<string, unknown> = {}) => {
    const reader = await someone()
    const issue = await team.issue(fields)
    await reader.post(team.at(issue.id, 'subscribe/'))
    return { reader, issue, screen: await service.subscribe(reader) }
  }
  const priority = (issue: string, value = 'high') => team.member.patch(team.at(issue), { priority: value })
  const comment = (issue: string, html: string, by = team.member) =>
    team.made(team.at(issue, 'comments/'), { comment_html: html }, by)
  const named = ({ id }: Person) =>
    `<mention-component id="${team.make.id()}" target="users" entity_name="user_mention" entity_identifier="${id}"></mention-component>`
  /** All that was written is reported, and nothing of it is on its way to a browser any more. */
  const settled = async () => {
    await allTold(server, team.workspace.id)
    // By one statement: between two of them what waits may go on from one table to the other.
    await until(async () => {
      const { rows } = await server.db.raw<{ rows: { n: number }[] }>(
        'select ((select count(*) from notifications_to_push) + (select count(*) from pushes))::int as n',
      )
      return rows[0]?.n === 0
    }, 20_000)
  }
  /** Work that follows from an act waits on its way to browsers until the test lets it go. */
  const held = async <T>(act: () => Promise<T>): Promise<T> => {
    await server.db.raw(
      `create function hold() returns trigger language plpgsql as $$ begin
         new.next_at = now() + interval '1 hour'; return new; end $$;
       create trigger hold before insert on pushes for each row execute function hold()`,
    )
    const made = await act()
    await until(async () => (await server.db('pushes').first('id')) !== undefined, 20_000)
    await server.db.raw('drop trigger hold on pushes; drop function hold()')
    return made
  }
  const subscriptions = async (who: Person) => (await who.get<{ id: string }[]>(SUBSCRIPTIONS)).body
  return { service, server, team, someone, followed, priority, comment, named, settled, held, subscriptions }
}

export type PushWorld = Awaited<ReturnType<typeof pushWorld>>
