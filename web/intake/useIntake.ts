/** The requests of a project's intake that a list asks for, kept true by the log. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { z } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import {
  type IntakeDetail,
  IntakeIssue,
  inboxIssueRoutes,
  type IntakeIssue as Row,
} from '#contract/work/intake.ts'
import { SNOOZED } from '#contract/work/intakeStatus.ts'
import { Issue } from '#contract/work/issues.ts'
import { call } from '../data/client.ts'
import { useClock, useNow } from '../data/clock.ts'
import { onLeaving } from '../data/entered.ts'
import { useLive } from '../data/live.ts'
import { applyRow, getRow, onRows } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import type { Narrowing } from '../shell/list/filters.ts'
import { paced } from '../ui/paced.ts'
import { asked, type IntakeList, type Shown, shownOf, statusesOf } from './intakeList.ts'

const PAGE = 100
const SETTLED_MS = 300

/** The sender of a form: known to viewers who may, and part of no row, since the log reaches others as well. */
export type Sender = { name: string; email: string | null }
const senders = proxy<Record<string, Sender>>({})
onLeaving(() => {
  for (const id of Object.keys(senders)) delete senders[id]
})
export const useSender = (id: string): Readonly<Sender> | undefined => useSnapshot(senders)[id]

// An answer carries more beside its rows.
const rowIn = (columns: readonly string[], answer: object) =>
  Object.fromEntries(columns.map(name => [name, answer[name as keyof object]]))

const take = (answer: { id: string; issue: object; source_name: string | null }) => {
  applyRow('intake_issue', rowIn(IntakeIssue.columns, answer))
  applyRow('issue', rowIn(Issue.columns, answer.issue))
  const name = answer.source_name
  if (name) senders[answer.id] = { email: senders[answer.id]?.email ?? null, name }
}

/** Loads one request with the facts that only its own call says. */
export const loadRequest = async (projectId: string, id: string): Promise<void> => {
  const params = { ws: here().slug, p: projectId, intakeIssueId: id }
  const body: z.infer<typeof IntakeDetail> = (await call(inboxIssueRoutes.get, { params })).body
  take(body)
  if (body.source_name) senders[id] = { name: body.source_name, email: body.source_email }
  if (body.duplicate_issue_detail && !getRow('issue', body.duplicate_issue_detail.id))
    applyRow('issue', { ...body.duplicate_issue_detail, revision: 0 })
}

type Page = { key: string; ids: ReadonlySet<string>; total: number; pages: number; error: string | null }
const NONE: ReadonlySet<string> = new Set()

export type Intake = {
  status: 'loading' | 'ready' | 'error'
  error: string
  /** In the order of the list. */
  shown: readonly Shown[]
  /** Requests of the tab that the filters leave out at the moment, such as snoozed ones. */
  others: readonly Row[]
  total: number
  now: number
  loadMore: () => void
  retry: () => void
}

export const useIntake = (projectId: string, list: IntakeList, narrowing: Narrowing<Issue>): Intake => {
  const { loads, status: line } = useLive()
  const clock = useClock()
  const [changes, changed] = useReducer((n: number) => n + 1, 0)
  const query = JSON.stringify(asked(list, narrowing, clock))
  const key = `${projectId} ${query}`
  const [page, setPage] = useState<Page>({ key: '', ids: NONE, total: 0, pages: 0, error: null })
  const here_ = page.key === key ? page : null
  const underWay = useRef('')

  const load = useCallback(
    async (at: number) => {
      const mine = `${key} ${at} ${loads}`
      if (underWay.current === mine) return
      underWay.current = mine
      try {
        const { body } = await call(inboxIssueRoutes.list, {
          params: { ws: here().slug, p: projectId },
          query: { ...JSON.parse(query), per_page: String(PAGE), cursor: `${PAGE}:${at}:0` },
        })
        const { results, total_results } = body as {
          results: Parameters<typeof take>[0][]
          total_results: number
        }
        for (const answer of results) take(answer)
        setPage(now => {
          const known = now.key === key ? now : null
          const ids = new Set([...(known?.ids ?? []), ...results.map(({ id }) => id)])
          return { key, ids, total: total_results, pages: Math.max(known?.pages ?? 0, at + 1), error: null }
        })
      } catch (error) {
        setPage(now =>
          now.key === key && now.pages > 0
            ? now
            : { key, ids: NONE, total: 0, pages: 0, error: messageOf(error) },
        )
      } finally {
        underWay.current = ''
      }
    },
    [key, query, projectId, loads],
  )
  useEffect(() => {
    if (line === 'live') void load(0)
  }, [load, line])

  useEffect(() => {
    const again = paced(() => void load(0), SETTLED_MS)
    const stops = [
      onRows('intake_issue', (before, after) => {
        const row = after ?? before
        if (row?.project !== projectId) return
        if (after)
          setPage(now =>
            now.key === key && !now.ids.has(row.id) ? { ...now, ids: new Set([...now.ids, row.id]) } : now,
          )
        // The log does not inform the sender.
        if (after && row.source === 'FORM' && !senders[row.id]) again.wish()
        changed()
      }),
      onRows('issue', (before, after) => {
        if ((after ?? before)?.intake_status !== null) changed()
      }),
    ]
    return () => {
      again.stop()
      for (const stop of stops) stop()
    }
  }, [projectId, key, load])

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are read anew when they have changed
  const all = useMemo(
    () =>
      [...(here_?.ids ?? NONE)].flatMap((id): Shown[] => {
        const [row, issue] = [getRow('intake_issue', id), getRow('issue', id)]
        return row && issue ? [{ row, issue }] : []
      }),
    [here_?.ids, changes],
  )
  const now = useNow(all.map(({ row }) => (row.status === SNOOZED ? row.snoozed_till : null)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what passes is in the query
  const shown = useMemo(
    () => shownOf(all, list, narrowing.passes, now),
    [all, query, list.statuses.join(), clock, now],
  )
  const seen = new Set(shown.map(({ row }) => row.id))
  const pages = here_?.pages ?? 0
  return {
    status: here_?.error ? 'error' : pages > 0 ? 'ready' : 'loading',
    error: here_?.error ?? '',
    shown,
    others: all.flatMap(({ row }) => (seen.has(row.id) ? [] : [row])),
    total: here_?.total ?? 0,
    now,
    loadMore: () => {
      if (here_ && pages * PAGE < here_.total) void load(pages)
    },
    retry: () => void load(0),
  }
}

/** How many are decided, asked again when as many no longer wait. */
export const useClosedTotal = (projectId: string, waiting: string): number | null => {
  const { status } = useLive()
  const [total, setTotal] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when others wait, others were decided
  useEffect(() => {
    if (status !== 'live') return
    let isAsked = true
    call(inboxIssueRoutes.list, {
      params: { ws: here().slug, p: projectId },
      query: { status: statusesOf.closed.join(), per_page: '1', cursor: '1:0:0' },
    }).then(
      ({ body }) => isAsked && setTotal((body as { total_results: number }).total_results),
      () => {},
    )
    return () => {
      isAsked = false
    }
  }, [projectId, waiting, status])
  return total
}
