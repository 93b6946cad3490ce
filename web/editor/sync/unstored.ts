/** The changes of a text that were made here and are not known to be stored. */
import { noteWaiting } from '../../data/texts/keptTexts.ts'
import type { LocalCopy } from './localCopy.ts'

type Options = {
  name: string
  copy: LocalCopy
  state: { waiting: number }
  /** Called when words from before the browser was closed have reached the others. */
  onMerged?: (() => void) | undefined
}

export const countUnstored = ({ name, copy, state, onMerged }: Options) => {
  /** Of each change the clock behind it. Of those before a reload only how many. */
  let own: number[] = []
  let before = 0
  const count = () => before + own.length
  const show = (waiting: number) => {
    state.waiting = waiting
    noteWaiting(name, waiting)
  }
  // Shows the count once this browser has the changes for good: changes counted as waiting outlive the tab.
  const keep = (waiting: number) =>
    copy.keepWaiting(waiting, () => {
      if (waiting <= count()) show(waiting)
    })
  return {
    isAny: () => count() > 0,
    add: (clock: number) => keep(own.push(clock) + before),
    addFromBefore: (waiting: number) => {
      before = waiting
      show(count())
    },
    takeAll: () => {
      if (count() === 0) return
      const isFromBefore = before > 0
      own = []
      before = 0
      show(0)
      keep(0)
      if (isFromBefore) onMerged?.()
    },
    // Takes stored changes off the count, also where the rest never will be: the text was locked meanwhile.
    takeStored: (stored: number) => {
      const left = own.filter((clock, at) => clock > stored || at === own.length - 1)
      if (left.length === own.length) return
      own = left
      keep(count())
    },
  }
}
