/** The way back of the cycles and pages that a session made, renamed or moved. */
import { placeOf } from '#contract/define.ts'
import { Refusal } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Page } from '#contract/text/pages.ts'
import { lockedSeen } from '../../db/locked.ts'
import type { Work } from '../../db/work.ts'
import { updateCycle } from '../../planning/cycles/cycle.service.ts'
import { cycleLife } from '../../planning/cycles/cycleLife.service.ts'
import { mayOn, updatePage } from '../../text/pages/page.service.ts'
import { archivePage } from '../../text/pages/pageTree.service.ts'
import { idsOf, type Spans, type Tally, wayBack } from './wayBack.ts'

const CYCLE_VALUES = ['name', 'description', 'start_date', 'end_date'] as const
const PAGE_VALUES = ['name', 'parent', 'label_ids'] as const

/** Carries out one thing that may be refused by what others have done since, and is left then. It judges before it writes. */
const orLeave = async (tally: Tally, act: () => Promise<unknown>) => {
  try {
    await act()
    tally.restored++
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    tally.left++
  }
}

export const undoCycles = async (work: Work, spans: Spans, tally: Tally): Promise<void> => {
  const cycles = await lockedSeen(work, Cycle, rows => rows.whereIn('id', [...spans.keys()]))
  tally.left += spans.size - cycles.length
  for (const cycle of cycles) {
    const span = spans.get(cycle.id)!
    const mayDo = (action: 'cycle.update' | 'cycle.delete') =>
      can(work.viewer, action, cycle, placeOf(Cycle, cycle))
    const values = span.made ? {} : wayBack(cycle, span, CYCLE_VALUES)
    if (!span.made && Object.keys(values).length === 0) continue
    if (!mayDo(span.made ? 'cycle.delete' : 'cycle.update')) tally.left++
    else
      await orLeave(tally, () =>
        span.made ? cycleLife.remove(work, cycle) : updateCycle(work, cycle, values),
      )
  }
}

/** Pages that it made go into the archive: people may have written in them since. */
export const undoPages = async (work: Work, spans: Spans, tally: Tally): Promise<void> => {
  const pages = await lockedSeen(work, Page, rows => rows.whereIn('id', [...spans.keys()]))
  tally.left += idsOf(spans, 'made').filter(id => !pages.some(page => page.id === id)).length
  for (const page of pages) {
    const span = spans.get(page.id)!
    const { label_ids: labels, ...fields } = span.made ? {} : wayBack(page, span, PAGE_VALUES)
    const isSame = labels === undefined && Object.keys(fields).length === 0
    if (span.made ? page.archived_at : isSame) continue
    if (!mayOn(work, span.made ? 'page.archive' : 'page.update', page)) tally.left++
    else
      await orLeave(tally, () =>
        span.made
          ? archivePage(work, page)
          : updatePage(work, page, { ...fields, ...(labels && { labels }) }, null),
      )
  }
}
