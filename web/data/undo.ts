/** This tab's changes, newest last, and their undo: only fields that still hold our value are put back. */
import type { Row } from '#contract/rules.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { type FieldChange, joined, stillOurs, turned } from './changes.ts'

type FieldStep = {
  /** The change as a fact: "3 issues moved to Done". */
  message: string
  /** The ids that were changed: none when the server refused, not all when it was stopped on the way. */
  sent: Promise<readonly string[]>
  /** Steps of the same key, one shortly after the other, are one step. */
  key?: string
  changes: readonly FieldChange[]
  rowOf: (id: string) => Row | null
  /** Sets the fields of each to its `after`; answers the ids of the rows changed. */
  write: (changes: readonly FieldChange[]) => Promise<readonly string[]>
  /** The same for the way there once more, where another call went there. */
  again?: (changes: readonly FieldChange[]) => Promise<readonly string[]>
}
type ActStep = {
  message: string
  /** False when the server refused it: then there is nothing to take back. */
  sent: Promise<boolean>
  back: () => Promise<boolean>
  again: () => Promise<boolean>
}
export type Step = FieldStep | ActStep
type Direction = 'back' | 'again'

const KEPT = 50
const BURST = 5_000
type Kept = { step: Step; at: number }
const stacks: Record<Direction, Kept[]> = { back: [], again: [] }
/** One after the other: each step reads the outcome of the one before. */
let queue: Promise<unknown> = Promise.resolve()
let underWay = 0

const take = (stack: Kept[], step: Step) => {
  const at = stack.findIndex(kept => kept.step === step)
  if (at >= 0) stack.splice(at, 1)
  return at >= 0
}
const put = (stack: Kept[], step: Step) => {
  stack.push({ step, at: Date.now() })
  if (stack.length > KEPT) stack.shift()
}

const told = { back: 'Undone', again: 'Redone' } as const

const leftText = (direction: Direction, left: number, of: number) =>
  left === of
    ? `Nothing was ${told[direction].toLowerCase()}: someone else has changed it since.`
    : `${told[direction]}, except for ${left} of ${of} that someone else has changed since.`

const runFields = async (step: FieldStep, direction: Direction) => {
  const done = new Set(await step.sent)
  const kept = step.changes.filter(change => done.has(change.id))
  const wanted = direction === 'back' ? turned(kept) : kept
  const { ours, left } = stillOurs(wanted, step.rowOf)
  const write = direction === 'again' ? (step.again ?? step.write) : step.write
  const sent = ours.length > 0 ? await write(ours) : []
  if (ours.length > 0 && sent.length === 0) return null
  if (left.length > 0)
    toast.fact(leftText(direction, ours.length > 0 ? left.length : wanted.length, wanted.length))
  const changes = direction === 'back' ? turned(ours) : ours
  return { step: { ...step, changes, sent: Promise.resolve(sent) }, isTold: left.length > 0 }
}

const isDone = (sent: boolean | readonly string[]) => (typeof sent === 'boolean' ? sent : sent.length > 0)

const runAct = async (step: ActStep, direction: Direction) =>
  (await step[direction]()) ? { step, isTold: false } : null

const perform = async (step: Step, direction: Direction) => {
  if (!take(stacks[direction], step) || !isDone(await step.sent)) return
  const acted = 'changes' in step ? await runFields(step, direction) : await runAct(step, direction)
  // Refused: the toast says why, and it may be tried again.
  if (!acted) return put(stacks[direction], step)
  if (!('changes' in acted.step) || acted.step.changes.length > 0)
    put(stacks[direction === 'back' ? 'again' : 'back'], acted.step)
  if (!acted.isTold) toast.fact(`${told[direction]}: ${step.message}`)
}

/** Asks `find` when the steps before are through: it may mean the outcome of one of them. */
const run = (find: () => Step | undefined, direction: Direction) => {
  underWay++
  queue = queue
    .catch(() => {})
    .then(async () => {
      const step = find()
      if (step) await perform(step, direction)
    })
    .finally(() => {
      underWay--
    })
}

/** Keeps the undo of a change; `tell` offers it in a toast, at once or after the last part was sent. */
export const remember = (step: Step, { tell = false }: { tell?: boolean | 'done' } = {}) => {
  const last = stacks.back.at(-1)
  let kept = step
  if (
    last &&
    'changes' in step &&
    'changes' in last.step &&
    step.key !== undefined &&
    step.key === last.step.key &&
    last.at + BURST > Date.now()
  ) {
    stacks.back.pop()
    const sent = Promise.all([last.step.sent, step.sent]).then(all => [...new Set(all.flat())])
    kept = { ...step, changes: joined(last.step.changes, step.changes), sent }
  }
  put(stacks.back, kept)
  stacks.again.length = 0
  const offer = () => toast.undo(kept.message, () => run(() => kept, 'back'))
  if (tell === true) offer()
  void kept.sent.then((sent: boolean | readonly string[]) => {
    if (!isDone(sent)) take(stacks.back, kept)
    else if (tell === 'done') offer()
  })
}

const runLast = (direction: Direction) => {
  if (stacks[direction].length === 0 && underWay === 0) return false
  toast.close()
  run(() => stacks[direction].at(-1)?.step, direction)
}
/** Undoes the last change, by Ctrl/Cmd+Z; false when there is none. */
export const undoLast = () => runLast('back')
export const redoLast = () => runLast('again')

/** Another workspace: changes made there are not undone from here. */
export const forgetSteps = () => {
  stacks.back.length = 0
  stacks.again.length = 0
}
