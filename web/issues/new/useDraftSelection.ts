import { useState } from 'react'
import type { Draft } from '#contract/work/drafts.ts'
import { makeSelection, useSelected } from '../../shell/list/selection.ts'
import { openIssueForm } from '../../shell/overlays.ts'
import { deleteDrafts, isReady, publishDraft } from './draftActions.ts'

export const focusedDraft = () =>
  document.activeElement?.closest<HTMLElement>('[data-draft]')?.dataset.draft ?? null
export const titleOfDraft = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`[data-draft="${id}"] [data-title]`)
const focusOn = (id: string | undefined) => titleOfDraft(id)?.focus()

/** The selected drafts, and the actions on them. */
export const useDraftSelection = (drafts: readonly Draft[]) => {
  const [selection] = useState(makeSelection)
  /** Drafts whose deletion is being asked about. */
  const [asking, setAsking] = useState<readonly string[]>([])
  const chosen = useSelected(selection).filter(id => drafts.some(draft => draft.id === id))
  const ids = drafts.map(draft => draft.id)
  const known = (wanted: readonly string[]) => drafts.filter(draft => wanted.includes(draft.id))
  const remove = (wanted: readonly string[]) => {
    if (wanted.length > 1) return setAsking(wanted)
    const [gone] = wanted
    const next = gone === undefined ? undefined : (ids[ids.indexOf(gone) + 1] ?? ids[ids.indexOf(gone) - 1])
    deleteDrafts(known(wanted))
    selection.clear()
    focusOn(next)
  }
  const publish = (wanted: readonly string[]) => {
    for (const draft of known(wanted))
      if (isReady(draft)) void publishDraft(draft.id, { name: draft.name })
      else openIssueForm({ draftId: draft.id })
    selection.clear()
  }
  const step = (by: 1 | -1) => {
    const at = focusedDraft()
    focusOn(at ? ids[ids.indexOf(at) + by] : ids[0])
  }
  const reach = (by: 1 | -1) => {
    const at = focusedDraft()
    if (at && !selection.has(at)) selection.reach(at, ids)
    step(by)
    const to = focusedDraft()
    if (to) selection.reach(to, ids)
  }
  return {
    selection,
    ids,
    chosen,
    known,
    remove,
    publish,
    step,
    reach,
    select: (id: string, event: { shiftKey?: boolean }) =>
      event.shiftKey ? selection.reach(id, ids) : selection.toggle(id),
    asking,
    cancel: () => setAsking([]),
    confirm: () => {
      deleteDrafts(known(asking))
      selection.clear()
      setAsking([])
    },
  }
}

export type DraftSelection = ReturnType<typeof useDraftSelection>
