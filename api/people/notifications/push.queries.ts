import type { Knex } from 'knex'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'

type Subscription = {
  id: string
  user_agent: string
  created_at: string
  last_sent_at: string | null
  /** Of the session whose browser it is. */
  key_hash: string
}

/** Of a person, the newest first; none of a session that is over. */
export const subscriptionsOf = (trx: Knex, user: string): Promise<Subscription[]> =>
  trx('push_subscriptions as p')
    .join('sessions as s', 's.id', 'p.session')
    .where('p.user', user)
    .where('s.expires_at', '>', new Date())
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .select('p.id', 'p.user_agent', 'p.created_at', 'p.last_sent_at', 's.key_hash')

export type Line = { id: string; endpoint: string; p256dh: string; auth: string }

/** The browser of a push, if its receiver is still signed in there: the next person has a subscription of their own. */
export const lineOf = (trx: Knex, { subscription }: { subscription: string }): Promise<Line | undefined> =>
  trx('push_subscriptions as p')
    .join('sessions as s', 's.id', 'p.session')
    .where('p.id', subscription)
    .where('s.expires_at', '>', new Date())
    .first('p.id', 'p.endpoint', 'p.p256dh', 'p.auth')

/** The subject of news: its name and address. */
export type Subject = {
  id: string
  slug: string
  project: string
  /** Of an issue. */
  key: string | null
  name: string
  /** Both. */
  title: string
  path: string
}

/** Those of the issues and pages that the viewer sees at present. */
export const subjectsOf = async (
  trx: Knex,
  viewer: ServerViewer,
  ids: { issues: string[]; pages: string[] },
): Promise<Map<string, Subject>> => {
  const called = (of: typeof Issue | typeof Page, kind: string, key: string, among: string[]) =>
    visible(trx, of, viewer)
      .clearSelect()
      .join('projects', 'projects.id', `${of.table}.${of.place.project}`)
      .join('workspaces', 'workspaces.id', 'projects.workspace')
      .whereRaw('??.id = any(?::uuid[])', [of.table, among])
      .select(
        `${of.table}.id`,
        'workspaces.slug',
        'projects.name as project',
        `${of.table}.name`,
        trx.raw(`${key} as key`),
        trx.raw(
          `'/' || workspaces.slug || '/projects/' || projects.id || '/${kind}/' || ${of.table}.id as path`,
        ),
      ) as Promise<Omit<Subject, 'title'>[]>
  const found = [
    ...(ids.issues.length > 0
      ? await called(Issue, 'issues', `projects.identifier || '-' || issues.sequence_id`, ids.issues)
      : []),
    ...(ids.pages.length > 0 ? await called(Page, 'pages', 'null::text', ids.pages) : []),
  ]
  return new Map(
    found.map(one => [one.id, { ...one, title: one.key === null ? one.name : `${one.key} ${one.name}` }]),
  )
}
