import type { Derive } from './db/work.ts'
import { keepProgress } from './planning/progress/progress.service.ts'
import { followPages } from './text/pageComments/pageComment.service.ts'
import { recordHistory } from './work/activity/record.ts'
import { followIssues } from './work/intake/follow.ts'

/** All that is derived from the changes of a transaction, whoever makes them; each reads the notes that stand by then. */
export const derivations: readonly Derive[] = [recordHistory, followPages, followIssues, keepProgress]
