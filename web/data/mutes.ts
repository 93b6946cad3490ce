/** Issues and pages that this person wants no news of. */
import { muteRoutes } from '#contract/people/mutes.ts'
import type { Notification } from '#contract/people/notifications.ts'
import { mutate } from './mutate.ts'
import { getRows, useRows } from './rows.ts'
import { here, viewer } from './viewer.ts'

/** Something that can be muted. */
export type Mutable = { of: Exclude<Notification['entity_name'], 'import'>; id: string; project: string }

const rowOf = ({ of, id }: Pick<Mutable, 'of' | 'id'>) => getRows('mute').find(row => row[of] === id)

export const isMuted = (thing: Pick<Mutable, 'of' | 'id'>): boolean => rowOf(thing) !== undefined

/** Ids of the issues and pages. */
export const useMuted = (): ReadonlySet<string> =>
  new Set(useRows('mute').flatMap(row => row.issue ?? row.page ?? []))

export const toggleMute = (thing: Mutable) => {
  const { of, id, project } = thing
  const at = { ws: here().slug, p: project }
  const ways =
    of === 'issue'
      ? { mute: muteRoutes.muteIssue, unmute: muteRoutes.unmuteIssue, params: { ...at, issueId: id } }
      : { mute: muteRoutes.mutePage, unmute: muteRoutes.unmutePage, params: { ...at, pageId: id } }
  const row = rowOf(thing)
  const common = { entity: 'mute', params: ways.params } as const
  return row
    ? mutate({
        ...common,
        route: ways.unmute,
        id: row.id,
        patch: {},
        removes: true,
        failure: 'It is still muted.',
      })
    : mutate({
        ...common,
        route: ways.mute,
        patch: { user: viewer()?.id, project, issue: null, page: null, [of]: id },
        failure: 'It was not muted.',
      })
}
