import { setTimeout as pause } from 'node:timers/promises'
import type { HereAt } from '#contract/changes.ts'

/** At most once in so long an issue is looked up; of what is said meanwhile the last counts. */
const JUDGE_MS = 100

type Doings = {
  /** May the person see the issue, and is it at the place? */
  mayTell: (issue: string) => Promise<boolean>
  tell: (at: HereAt | null) => void
}

/**
 * Says what a visitor does once that is judged. An id is easily known: untold, nobody can point others at an issue that
 * they do not see themselves. The issue that was allowed last is not looked up again.
 */
export const judgedDoings = ({ mayTell, tell }: Doings) => {
  let said: HereAt | null = null
  let allowed: string | null = null
  let isJudging = false
  let hasEnded = false

  const judgeLast = async () => {
    isJudging = true
    let at: HereAt | null
    do {
      at = said
      if (at && at.issue !== allowed) {
        // What cannot be looked up is not reported.
        allowed = (await mayTell(at.issue).catch(() => false)) ? at.issue : null
        if (!hasEnded) tell(allowed ? at : null)
        await pause(JUDGE_MS, undefined, { ref: false })
      } else tell(at)
    } while (at !== said && !hasEnded)
    isJudging = false
  }
  return {
    say: (at: HereAt | null) => {
      said = at
      if (!isJudging) void judgeLast()
    },
    end: () => {
      hasEnded = true
    },
  }
}
