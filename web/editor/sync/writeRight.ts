/** Whether its person may write a text: as it was the last time, until the server has said it. */
import type { LocalCopy } from './localCopy.ts'

export const followRights = (
  state: { mayWrite: boolean; judged: boolean },
  { keepRight }: Pick<LocalCopy, 'keepRight'>,
) => {
  /** Something is in the text that the editor does not know, and the server has not said a word since. */
  let isStrange = false
  return {
    /** At once, whatever was known of rights: the editor is about to remove nodes that it does not know. */
    withhold: () => {
      isStrange = true
      state.mayWrite = false
      keepRight(false)
    },
    hear: (may: boolean) => {
      state.judged = true
      isStrange &&= !may
      state.mayWrite = may
      keepRight(may)
    },
    remember: (might: boolean) => {
      if (!state.judged) state.mayWrite = might && !isStrange
    },
  }
}
