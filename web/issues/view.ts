/** What the address says about a list: layout, grouping, order, filters, open issue. Shareable, and Back works. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type IssueQuery, readIssueQuery, writeIssueQuery } from '#contract/issueQuery.ts'

export type Layout = 'list' | 'board'
export type View = { layout: Layout; query: IssueQuery; peekId: string | null }

const remembered = (projectId: string) => {
  try {
    return new URLSearchParams(localStorage.getItem(`view.${projectId}`) ?? '')
  } catch {
    return new URLSearchParams()
  }
}

const OWN = [
  'layout',
  'order_by',
  'group_by',
  'sub_issue',
  'state',
  'state_group',
  'priority',
  'assignees',
  'labels',
  'created_by',
]

/** The view of a project's issues; an address that says nothing shows what this person last looked at. */
export const useView = (
  projectId: string,
): View & { change: (change: Partial<Record<string, string | null>>) => void } => {
  const [address, setAddress] = useSearchParams()
  const params = OWN.some(name => address.has(name)) ? address : remembered(projectId)
  const text = params.toString()
  const peekId = address.get('peekId')
  const view = useMemo((): View => {
    const given = Object.fromEntries(new URLSearchParams(text))
    const layout: Layout = given.layout === 'board' ? 'board' : 'list'
    const read = readIssueQuery(projectId, {
      ...given,
      order_by: given.order_by ?? 'sort_order',
      group_by:
        given.group_by ?? (layout === 'board' ? 'state_id' : given.group_by === undefined ? 'state_id' : ''),
    })
    const query =
      'mistake' in read
        ? (readIssueQuery(projectId, { order_by: 'sort_order', group_by: 'state_id' }) as IssueQuery)
        : read
    return {
      layout,
      query: layout === 'board' && !query.groupBy ? { ...query, groupBy: 'state_id' } : query,
      peekId: null,
    }
  }, [projectId, text])
  const change = (changes: Partial<Record<string, string | null>>) => {
    const next = new URLSearchParams({
      layout: view.layout,
      group_by: view.query.groupBy ?? '',
      ...writeIssueQuery(view.query),
      ...(peekId ? { peekId } : {}),
    })
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined) next.delete(name)
      else next.set(name, value)
    }
    const kept = new URLSearchParams(next)
    kept.delete('peekId')
    try {
      localStorage.setItem(`view.${projectId}`, kept.toString())
    } catch {
      // Private windows may forbid storage; the address still holds it.
    }
    setAddress(next, { replace: !('peekId' in changes) })
  }
  return { ...view, peekId, change }
}
