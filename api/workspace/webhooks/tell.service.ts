/** Makes the deliveries of changes: what each webhook wants, and what its owner may see. */
import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { placeOf } from '#contract/define.ts'
import { entities } from '#contract/index.ts'
import { isAmong } from '#contract/keys.ts'
import { passes } from '#contract/lists/issueFilters.ts'
import { can } from '#contract/permissions.ts'
import { holds, seesAll, type Viewer } from '#contract/rules.ts'
import { listedEvents, type Webhook } from '#contract/workspace/webhooks.ts'
import { nobody, viewerOfUser } from '../../db/viewer.ts'
import type { Work } from '../../db/work.ts'
import type { ReadChange } from '../../live/readNext.ts'
import { type Naming, namedIssues, withoutUnseen } from '../../work/activity/unseen.ts'
import { addToBursts, type Burst } from './bursts.ts'
import { lineOf } from './chatLines.ts'
import { eventsOf, type Told } from './events.ts'
import { type Facts, factsOf, type OpenWebhook, openWebhooks } from './facts.queries.ts'
import { aboutOf, bodyOf } from './payload.ts'
import { filtersOf, switchOff } from './webhook.service.ts'

/** So many bodies are written before others have a turn. */
const AT_ONCE = 50

/** Does the webhook ask for events of this noun? Requests are reported with issues, as existing receivers know them. */
export const asksFor = (webhook: Webhook, event: Told['event']): boolean => {
  if (isAmong(listedEvents, event))
    return webhook.events.includes(event) || (event === 'intake_issue' && webhook.issue)
  return webhook[event]
}

type Sender = { webhook: OpenWebhook; viewer: Viewer; filters: ReturnType<typeof filtersOf> }

// Without its own id: what is somebody's alone, such as a private page, is sent nowhere.
const viewersOf = async (work: Work, webhooks: OpenWebhook[]): Promise<Sender[]> => {
  const owners = new Map<string | null, Viewer | null>()
  const senders: Sender[] = []
  for (const webhook of webhooks) {
    const { owner, workspace } = webhook
    if (!owners.has(owner)) owners.set(owner, owner ? await viewerOfUser(work.trx, owner) : null)
    const viewer = owners.get(owner) ?? nobody
    if (can(viewer, 'webhook.update', {}, { workspace }))
      senders.push({ webhook, viewer: { ...viewer, id: '' }, filters: filtersOf(webhook.filters) })
    else await switchOff(work, { id: webhook.id, reason: 'owner' })
  }
  return senders
}

const sees = (viewer: Viewer, { change, action }: Told): boolean => {
  const of = entities[change.entity]
  const row = action === 'deleted' ? { ...change.row, ...change.before } : change.row
  return holds(of.read, viewer, row, placeOf(of, row))
}

/** The projects that it reports; none where it is of the workspace. An import may write to several. */
const projectsOf = ({ project, subject }: Told, { imports }: Facts): string[] =>
  project === null ? (imports.get(subject) ?? []) : [project]

/** Is one of them a project that the webhook names? Of several only those count that its owner sees whole. */
const isNamed = ({ webhook, viewer }: Sender, { project }: Told, projects: readonly string[]): boolean =>
  projects.some(
    id =>
      webhook.project_ids.includes(id) &&
      (id === project || holds(seesAll, viewer, {}, { workspace: webhook.workspace, project: id })),
  )

// Nobody reads a channel alone: of a project that not everyone may see it is given only where it is named.
const isForChannel = (projects: readonly string[], facts: Facts): boolean =>
  projects.length === 0 || projects.some(id => facts.projects.get(id)?.network === 2)

const isSent = (sender: Sender, told: Told, facts: Facts): boolean => {
  const { webhook, viewer, filters } = sender
  if (!asksFor(webhook, told.event) || told.change.at < webhook.since) return false
  const { project_ids, format } = webhook
  const projects = projectsOf(told, facts)
  const isMeant = isNamed(sender, told, projects)
  if (project_ids.length > 0 && !isMeant) return false
  const issue = told.issue ? facts.issues.get(told.issue) : undefined
  // Drafts are their author's until they are published.
  if (issue?.is_draft) return false
  // That a request was made, or decided, is known by its own row.
  const { event, action, activity } = told
  if (issue && issue.intake_status !== null && event === 'issue' && action !== 'deleted')
    if (activity.field === null || activity.field === 'inbox') return false
  if (issue && webhook.filters && !(filters && passes(filters, issue))) return false
  if (format !== 'json' && !isMeant && !isForChannel(projects, facts)) return false
  return sees(viewer, told)
}

type Row = Record<string, unknown>

const store = async (trx: Knex, rows: Row[], webhooks: Iterable<string>) => {
  const targets = [...new Set(webhooks)].map(webhook => ({ webhook }))
  if (targets.length > 0) await trx('webhook_targets').insert(targets).onConflict().ignore()
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await trx('webhook_deliveries').insert(rows.slice(at, at + AT_ONCE))
}

/** Takes changes of a workspace, in their order, and leaves what is to be sent, in the same order. */
export const tellWebhooks = async (
  work: Work,
  changes: ReadChange[],
  workspace: string,
): Promise<undefined> => {
  const { trx } = work
  const all = await openWebhooks(trx, workspace)
  if (all.length === 0) return
  const told = changes.flatMap(eventsOf).filter(({ event }) => all.some(webhook => asksFor(webhook, event)))
  if (told.length === 0) return
  const senders = await viewersOf(work, all)
  const facts = await factsOf(trx, workspace, told)
  const named = await namedIssues(
    trx,
    told.map(({ activity }) => activity as Naming),
  )
  const rows: Row[] = []
  const bursts: Burst[] = []
  let written = 0
  for (const one of told) {
    const { about, path } = aboutOf(facts, one)
    const { event, action, subject: row_id, project } = one
    for (const sender of senders.filter(sender => isSent(sender, one, facts))) {
      const { id: webhook, format } = sender.webhook
      const activity = withoutUnseen(sender.viewer, named, one.activity as Naming) as Told['activity']
      if (++written % AT_ONCE === 0) await setImmediate()
      if (format === 'json') {
        const body = bodyOf(facts, one, activity, webhook)
        const bytes = Buffer.byteLength(body)
        rows.push({ id: v7(), webhook, workspace, project, event, action, row_id, about, body, bytes })
        continue
      }
      const title = (project && facts.projects.get(project)?.name) || 'Workspace'
      const place = project ? `/${facts.slug}/projects/${project}/issues` : `/${facts.slug}`
      const line = lineOf(facts, one, activity, { about, path })
      bursts.push({ webhook, workspace, project, event, action, title, path: place, line })
    }
  }
  await store(trx, rows, [...rows.map(row => row.webhook as string), ...bursts.map(({ webhook }) => webhook)])
  await addToBursts(trx, bursts)
}
