import { useState } from 'react'
import type { Draft } from '#contract/work/drafts.ts'
import { useKeys } from '../../shell/keyboard.ts'
import { heirOf, useRowKeys } from '../../shell/list/useRowKeys.ts'
import { openIssueForm } from '../../shell/overlays.ts'
import { deleteDrafts, isReady, publishDraft } from './draftActions.ts'

const group = 'Drafts'

/** The selected drafts, and the actions on them. */
export const useDraftSelection = (drafts: readonly Draft[]) => {
  /** Drafts whose deletion is being asked about. */
  const [asking, setAsking] = useState<readonly string[]>([])
  const ids = drafts.map(draft => draft.id)
  const { selection, chosen, select, meant, focusNext } = useRowKeys({ group, ids })
  const known = (wanted: readonly string[]) => drafts.filter(draft => wanted.includes(draft.id))
  const removeNow = (wanted: readonly string[]) => {
    focusNext(heirOf(ids, wanted))
    deleteDrafts(known(wanted))
    selection.clear()
  }
  const remove = (wanted: readonly string[]) => (wanted.length > 1 ? setAsking(wanted) : removeNow(wanted))
  const publish = (wanted: readonly string[]) => {
    for (const draft of known(wanted))
      if (isReady(draft)) void publishDraft(draft.id, { name: draft.name })
      else openIssueForm({ draftId: draft.id })
    selection.clear()
  }
  const removeMeant = () => {
    const wanted = meant()
    return wanted.length > 0 ? remove(wanted) : false
  }
  useKeys({ '#': { run: removeMeant, label: 'Delete', group } })
  return {
    selection,
    chosen,
    known,
    remove,
    publish,
    select,
    asking,
    cancel: () => setAsking([]),
    confirm: () => {
      setAsking([])
      removeNow(asking)
    },
  }
}

export type DraftSelection = ReturnType<typeof useDraftSelection>
