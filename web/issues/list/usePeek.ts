import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { getRow } from '../../data/rows.ts'
import { useSteady } from '../../ui/useSteady.ts'
import { addressOf } from '../acts/issueAddress.ts'
import type { ChangingView } from '../view/view.ts'

/** Issues of a list are opened beside it, or in place of it. */
export const usePeek = ({ peekId, change }: Pick<ChangingView, 'peekId' | 'change'>) => {
  const go = useNavigate()
  const peek = (id: string | null) => change({ peekId: id })
  const peekBy = useSteady((id: string, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    peek(id)
  })
  return {
    peek,
    peekBy,
    toggle: (id: string) => peek(peekId === id ? null : id),
    open: (id: string) => {
      const issue = getRow('issue', id)
      if (issue) void go(addressOf(issue))
    },
  }
}
