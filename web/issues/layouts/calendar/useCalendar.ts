import { useEffect, useMemo } from 'react'
import type { Clock } from '#contract/lists/dateTerms.ts'
import { passes } from '#contract/lists/issueFilters.ts'
import { type IssueQuery, readIssueQuery, writeIssueQuery } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useClock } from '../../../data/clock.ts'
import { ALL, type Group, loadMore, retryList, useList } from '../../../data/lists.ts'
import { getRow } from '../../../data/rows.ts'
import { dayName } from '../../../ui/dates/day-numbers.ts'
import type { Stop } from '../../list/drawnLines.ts'
import { useFrozen } from '../../list/useFrozen.ts'
import { useDatesVersion } from '../useDatesVersion.ts'
import type { Draft } from './useDayPull.ts'
import { earlier, type Span, spanOf } from './weeks.ts'

/** The list of the screen, asked about other dates. */
const narrowed = (query: IssueQuery, terms: Record<string, string>, clock: Clock): IssueQuery => {
  const asked = readIssueQuery(
    query.scope,
    { ...writeIssueQuery(query), group_by: '', sub_group_by: '', ...terms },
    clock,
  )
  return 'mistake' in asked ? query : asked
}

/** Whether the list is filtered by dates that an issue does not have: the terms of the days are in place of those. */
const isLeftOut = ({ filters }: IssueQuery, issue: Issue): boolean => {
  const ofDates = Object.entries(filters).filter(([name]) => ['target_date', 'start_date'].includes(name))
  return !passes(Object.fromEntries(ofDates), issue)
}

/** Every issue that touches the days from `first` to `last`, as spans; asked anew only when the days change. */
export const useSpans = (query: IssueQuery, first: number, last: number) => {
  const { zone, today } = useClock()
  const [inside, passing] = useMemo(
    () => [
      narrowed(
        query,
        { target_date: `${dayName(first)};after,${dayName(last)};before`, order_by: 'target_date' },
        { zone, today },
      ),
      // An issue that is due later but has begun by then crosses the last of these days.
      narrowed(
        query,
        {
          target_date: `${dayName(last + 1)};after`,
          start_date: `${dayName(last)};before`,
          order_by: 'target_date',
        },
        { zone, today },
      ),
    ],
    [query, first, last, zone, today],
  )
  const due = useList(inside)
  const later = useList(passing)
  useEveryPage(inside, due.groups)
  useEveryPage(passing, later.groups)
  const version = useDatesVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the dates and groups of all rows
  const spans = useMemo(
    () =>
      [...new Set([...due.groups, ...later.groups].flatMap(group => group.ids))].flatMap((id): Span[] => {
        const issue = getRow('issue', id)
        const span = issue && !isLeftOut(query, issue) && spanOf(issue)
        return span && span.to >= first && span.from <= last ? [span] : []
      }),
    [query, due.groups, later.groups, first, last, version],
  )
  const failed = [inside, passing].filter((_, at) => [due, later][at]?.status === 'error')
  return { spans, failed: failed.length > 0, retry: () => failed.forEach(retryList) }
}

/** The spans as they are shown while one of them is moved by hand. */
export const useHeldSpans = (known: readonly Span[], draft: Draft | null): readonly Span[] => {
  // Others' changes wait until the issue is let go.
  const held = useFrozen(known, draft !== null)
  const { id, dates } = draft ?? {}
  return useMemo(() => {
    const issue = getRow('issue', id)
    const moved = issue && dates && spanOf({ ...issue, ...dates })
    return moved ? [...held.filter(one => one.id !== moved.id), moved] : held
  }, [held, id, dates])
}

/** In the order in which keys lead through them. */
export const stopsIn = (spans: readonly Span[], days: readonly number[]): Stop[] =>
  spans
    .filter(({ from, to }) => days.some(day => day >= from && day <= to))
    .sort(earlier)
    .map(({ id }) => ({ line: id, id, group: ALL }))

/** A calendar has no end to scroll to: rows beyond a page would be missing from some day. */
const useEveryPage = (query: IssueQuery, groups: readonly Group[]) => {
  const unfinished = groups.find(group => group.ids.length < group.total)
  const have = unfinished?.ids.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came asks for the next
  useEffect(() => {
    if (unfinished) void loadMore(query, unfinished.key)
  }, [query, unfinished?.key, have])
}

/** Open issues without a due date, page by page. */
export const useUndated = (query: IssueQuery) => {
  const { zone, today } = useClock()
  const undated = useMemo(() => {
    const decided = query.filters.state || query.filters.state_group
    const open: Record<string, string> = decided ? {} : { state_group: 'backlog,unstarted,started' }
    return narrowed(query, { target_date: 'None', ...open }, { zone, today })
  }, [query, zone, today])
  const { groups } = useList(undated)
  const ids = useMemo(
    () =>
      groups
        .flatMap(group => group.ids)
        .filter(id => {
          const issue = getRow('issue', id)
          return issue !== null && !isLeftOut(query, issue)
        }),
    [groups, query],
  )
  const unfinished = groups.find(group => group.ids.length < group.total)
  return {
    ids,
    // A filter by due date takes all that have none, or leaves them all out.
    count: ids.length === 0 ? 0 : groups.reduce((sum, group) => sum + group.total, 0),
    more: ids.length === 0 ? undefined : unfinished && (() => void loadMore(undated, unfinished.key)),
  }
}
