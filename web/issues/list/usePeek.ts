import type { MouseEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { getRow } from '../../data/rows.ts'
import { useSteady } from '../../ui/useSteady.ts'
import { addressOf } from '../acts/issueAddress.ts'

/** Issues of a list are opened beside it by `peek`, or in place of it. */
export const usePeek = (peekId: string | null, peek: (id: string | null) => void) => {
  const go = useNavigate()
  const peekBy = useSteady((id: string, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    peek(id)
  })
  return {
    peekBy,
    toggle: (id: string) => peek(peekId === id ? null : id),
    open: (id: string) => {
      const issue = getRow('issue', id)
      if (issue) void go(addressOf(issue))
    },
  }
}

/** The issue in the peek, as the address names it. */
export const usePeekedIssue = () => {
  const [address, setAddress] = useSearchParams()
  const peekId = address.get('peekId')
  const peek = (id: string | null) =>
    setAddress(
      now => {
        const next = new URLSearchParams(now)
        if (id) next.set('peekId', id)
        else next.delete('peekId')
        return next
      },
      { replace: peekId !== null && id !== null },
    )
  return { peekId, peek }
}
