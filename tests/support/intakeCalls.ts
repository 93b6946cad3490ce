import type { build } from './build.ts'
import type { Call } from './repeatedCalls.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>

/** For each write of the intake that answers a body, one call that succeeds. */
export const intakeCalls = (make: () => Make, team: () => Team): Record<string, () => Promise<Call>> => {
  const at = async (rest: string) => {
    const { admin, path } = team()
    await admin.patch(`${path}/`, { inbox_view: true })
    return `${path}/${rest}/`
  }
  const name = () => make().id().slice(-12)
  const made = async (rest: string, body: object) => {
    const path = await at(rest)
    return `${path}${(await team().admin.post<{ id: string }>(path, body)).body.id}/`
  }
  const issue = { issue: { name: 'A leak' } }
  const waiting = () => made('inbox-issues', issue)
  const idOf = (path: string) => path.split('/').at(-2)!
  const below = (noun: string, issues: string, intakes: string): Record<string, () => Promise<Call>> => ({
    [`${noun}.create`]: async () => ({ path: await at(issues), body: issue }),
    [`${noun}.update`]: async () => ({ path: await made(issues, issue), body: { status: 1 } }),
    [`${noun}.createIntake`]: async () => ({ path: await at(intakes), body: { name: name() } }),
    [`${noun}.updateIntake`]: async () => ({
      path: await made(intakes, { name: name() }),
      body: { name: name() },
    }),
  })
  return {
    ...below('intake', 'inbox-issues', 'inboxes'),
    ...below('intakeAliases', 'intake-issues', 'intakes'),
    'intakeWays.setWays': async () => ({
      path: await at('intake-settings'),
      body: { is_form_enabled: true },
    }),
    'intakeWays.renewAnchor': async () => ({ path: await at('publish-intake-regenerate') }),
    'savedReplies.create': async () => ({
      path: await at('saved-replies'),
      body: { name: name(), text: 'In spring' },
    }),
    'savedReplies.update': async () => ({
      path: await made('saved-replies', { name: name(), text: 'In spring' }),
      body: { text: 'In May' },
    }),
    'intakeDecisions.decide': async () => ({
      path: await at('inbox-issues/decide'),
      body: { ids: [idOf(await waiting())], status: -1, reply: 'Not this year' },
    }),
    'intakeDecisions.reopen': async () => {
      const path = await waiting()
      await team().admin.patch(path, { status: -1 })
      return { path: await at('inbox-issues/reopen'), body: { ids: [idOf(path)] } }
    },
  }
}
