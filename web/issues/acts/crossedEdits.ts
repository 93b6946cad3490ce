/** Of two people who set one field at once the later wins; the other is shown that. */
import type { Issue } from '#contract/work/issues.ts'
import { isSame } from '../../data/changes.ts'
import { getRow, onRows } from '../../data/rows.ts'
import { viewer } from '../../data/viewer.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { keyOf } from './issueAddress.ts'

const AT_ONCE_MS = 5_000

type Own = { fields: Partial<Issue>; wordOf: (field: string) => string; at: number }
const own = new Map<string, Own>()

/** Notes an own edit; `wordOf` names a field, or is empty where nobody needs to learn of it. */
export const noteOwnEdit = (id: string, fields: Partial<Issue>, wordOf: Own['wordOf']) => {
  const now = Date.now()
  for (const [other, { at }] of own) if (now - at > AT_ONCE_MS) own.delete(other)
  own.set(id, { fields, wordOf, at: now })
}

onRows('issue', (before, after) => {
  const mine = after && own.get(after.id)
  if (!before || !mine || Date.now() - mine.at > AT_ONCE_MS) return
  const by = getRow('user', after.updated_by)
  if (!by || by.id === viewer()?.id) return
  const [was, is]: [Record<string, unknown>, Record<string, unknown>] = [before, after]
  const lost = Object.entries(mine.fields).find(
    ([field, value]) => isSame(was[field], value) && !isSame(is[field], value) && mine.wordOf(field),
  )
  if (!lost) return
  own.delete(after.id)
  toast.fact(`${by.display_name} changed the ${mine.wordOf(lost[0])} of ${keyOf(after)} just after you did.`)
})
