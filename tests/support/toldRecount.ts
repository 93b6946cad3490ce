/**
 * The receivers of each act, reckoned plainly, act by act, in the words of the contract, and held against those that
 * were reported.
 */
import { expect } from 'vitest'
import { allTold } from './notified.ts'
import type { TestServer } from './server.ts'

export type Role = 20 | 15 | 5
export type Project = {
  id: string
  path: string
  roles: Map<string, Role>
  states: string[]
  guestsSeeAll: boolean
}
export type Issue = {
  id: string
  project: Project
  by: string
  /** The followers, and the people who have said that they do not follow. */
  follows: Map<string, boolean>
  assignees: Set<string>
  mentions: Set<string>
  priority: string
  state: string
}
export type Page = { id: string; project: Project; by: string; mentions: Set<string> }

export const recount = (world: TestServer, workspace: string) => {
  const muted = new Set<string>()
  const mentionsTold = new Set<string>()
  /** How often each thing has to be reported to somebody. */
  const due = new Map<string, number>()

  const is = (who: string, thing: { id: string }) => `${who} ${thing.id}`
  const sees = (who: string, { project, by }: Issue | Page, of: 'issue' | 'page') => {
    const role = project.roles.get(who)
    if (role === undefined) return false
    return role >= 15 || project.guestsSeeAll || (by === who && (of === 'issue' || role >= 5))
  }
  const tell = (...words: string[]) => {
    const key = words.join(' ')
    due.set(key, (due.get(key) ?? 0) + 1)
  }
  /** Informs people who are named now and were not; they follow an issue from then on. Answers those who were informed. */
  const tellMentions = (
    of: 'issue' | 'page',
    thing: Issue | Page,
    by: string,
    before: Set<string>,
    named: string[],
    comment = '',
  ): string[] =>
    named.filter(who => {
      if (before.has(who) || who === by || !sees(who, thing, of)) return false
      if (of === 'issue') (thing as Issue).follows.set(who, true)
      if (of === 'page' && muted.has(is(who, thing))) return false
      const once = [who, thing.id, comment, by].join(' ')
      if (mentionsTold.has(once)) return false
      mentionsTold.add(once)
      tell(who, thing.id, 'mention', comment)
      return true
    })
  /** Informs the followers of an act: the actor, the people whom it mentions and those who have muted it learn nothing of it. */
  const tellHistory = (issue: Issue, by: string, mentioned: string[], what: string[]) => {
    if (!issue.follows.has(by)) issue.follows.set(by, true)
    for (const [who, follows] of issue.follows)
      if (
        follows &&
        who !== by &&
        !mentioned.includes(who) &&
        sees(who, issue, 'issue') &&
        !muted.has(is(who, issue))
      )
        for (const words of what) tell(who, issue.id, words)
  }

  /** All that was reported, in the words in which it is due. */
  const told = async (): Promise<Map<string, number>> => {
    await allTold(world, workspace)
    const rows = await world.db('notifications').where('workspace', workspace).whereNull('deleted_at')
    const words = rows.map(row => {
      const { receiver, entity_identifier: id, field } = row
      if (row.sender.endsWith(':mentioned')) return `${receiver} ${id} mention ${row.comment_id ?? ''}`
      if (field === 'comment') return `${receiver} ${id} comment ${row.comment_id} ${row.verb}`
      if (field === 'priority') return `${receiver} ${id} priority ${row.new_value}`
      if (field === 'state') return `${receiver} ${id} state ${row.new_identifier}`
      if (field === 'assignees')
        return `${receiver} ${id} assignees ${row.old_identifier ?? ''}>${row.new_identifier ?? ''}`
      return `${receiver} ${id} ${field}`
    })
    return new Map([...Map.groupBy(words, word => word)].map(([word, of]) => [word, of.length]))
  }
  /** Nobody was informed who should not be, nobody twice, nobody missed. */
  const compare = async (seed: number): Promise<number> => {
    const all = await told()
    const differences = [...new Set([...all.keys(), ...due.keys()])].flatMap(word => {
      const [is, should] = [all.get(word) ?? 0, due.get(word) ?? 0]
      return is === should ? [] : [`${word}: told ${is} times, due ${should}`]
    })
    expect(differences, `seed ${seed}`).toEqual([])
    return [...due.values()].reduce((sum, n) => sum + n, 0)
  }
  return { is, sees, muted, tell, tellMentions, tellHistory, compare }
}
