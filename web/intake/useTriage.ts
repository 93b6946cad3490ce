/** The open and selected requests of an intake, and the actions of keys on them. */
import { useEffect, useState } from 'react'
import { type IntakeIssue, isUndecided } from '#contract/work/intake.ts'
import { getRow } from '../data/rows.ts'
import { useKeys } from '../shell/keyboard.ts'
import { heirOf, useRowKeys } from '../shell/list/useRowKeys.ts'
import { toast } from '../ui/popups/Toast.tsx'
import {
  accepted,
  type Decision,
  decide,
  declined,
  duplicateOf,
  snoozedTill,
  tellDecided,
} from './decisions.ts'
import type { Intake } from './useIntake.ts'

/** The question before a decision. */
export type Asking = 'accept' | 'reply' | 'snooze' | 'duplicate' | null

type Given = {
  intake: Intake
  at: string | null
  onOpen: (id: string | null) => void
  mayDecide: boolean
  /** Missing where nobody brings anything. */
  onNew: (() => void) | null
}

export const useTriage = ({ intake, at, onOpen, mayDecide, onNew }: Given) => {
  const [asking, setAsked] = useState<Asking>(null)
  const ids = intake.shown.map(({ row }) => row.id)
  const index = at === null ? -1 : ids.indexOf(at)
  const setAsking = (next: Asking) => {
    // The line of the open request has the focus again.
    if (!next) focusNext(at ?? undefined)
    setAsked(next)
  }
  const keys = useRowKeys({ group: 'Intake', ids, openId: at, onOpen, isRound: true })
  const { selection, chosen: selected, focusNext } = keys
  const key = `${at}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question about one is not meant for the next
  useEffect(() => setAsked(null), [key])

  const meant = (): IntakeIssue[] =>
    (selected.length > 0 ? selected : at ? [at] : []).flatMap(id => {
      const row = getRow('intake_issue', id)
      return row && isUndecided(row) ? [row] : []
    })
  const refuse = () => {
    toast.fact('Only admins of this project decide about requests.')
  }
  const goOn = (rows: readonly IntakeIssue[]) => {
    const going = rows.map(row => row.id)
    // The next one is open before anything is answered, so that the keys mean it at once.
    const next = at === null || going.includes(at) ? heirOf(ids, going) : at
    selection.clear()
    setAsked(null)
    focusNext(next)
    if (next !== at) onOpen(next ?? null)
  }
  // Somebody else has decided about the open one: a decision on it leads to the next, which it does not mean.
  const goPast = () => {
    const row = at ? getRow('intake_issue', at) : undefined
    if (!row || index >= 0 || isUndecided(row)) return
    tellDecided(row)
    goOn([row])
  }
  const settle = (decision: Decision, reply?: string) => {
    const rows = meant()
    if (rows.length === 0) return goPast()
    goOn(rows)
    decide(rows, decision, reply)
  }
  const ask = (what: Exclude<Asking, null>) => {
    if (!mayDecide) return refuse()
    if (meant().length === 0) return goPast()
    // Of several none is answered, and of none it is said that they are the same.
    if (what === 'reply' && selected.length > 1) return settle(declined)
    if (what === 'accept' && selected.length > 1) return settle(accepted)
    // The toast of the last decision covers the place of the reply.
    if (what === 'reply') toast.close()
    setAsking(what === asking ? null : what)
  }
  const accept = () => (mayDecide ? settle(accepted) : refuse())
  const move = (by: 1 | -1) => {
    const next = keys.beside(by)
    if (next) onOpen(next)
  }
  const bound = (run: () => void, label: string) => ({ run, label, group: 'Intake' })
  useKeys({
    a: bound(accept, 'Accept'),
    'shift+a': bound(() => ask('accept'), 'Accept with details…'),
    d: bound(() => ask('reply'), 'Decline'),
    h: bound(() => ask('snooze'), 'Snooze'),
    u: bound(() => ask('duplicate'), 'Duplicate of…'),
    c: { run: () => (onNew ? onNew() : false), label: 'New request', group: 'Intake' },
  })
  useKeys({ esc: () => setAsking(null) }, { when: asking !== null, above: true })
  return {
    selected,
    asking,
    setAsking,
    ask,
    move,
    place: index < 0 ? null : { at: index + 1, of: ids.length },
    select: keys.select,
    clear: selection.clear,
    accept,
    decline: (reply?: string) => settle(declined, reply),
    snooze: (till: string) => settle(snoozedTill(till)),
    /** The request whose form is open, and the step after it was sent. */
    accepting: asking === 'accept' ? (selected[0] ?? at) : null,
    wasAccepted: (id: string) => {
      const row = getRow('intake_issue', id)
      if (row) goOn([row])
    },
    same: (id: string) => settle(duplicateOf(id)),
  }
}
export type TriageVerbs = ReturnType<typeof useTriage>
