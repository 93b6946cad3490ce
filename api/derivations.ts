import type { Derive } from './db/work.ts'
import { dropEnds } from './planning/cycles/ends.ts'
import { keepProgress } from './planning/progress/progress.service.ts'
import { followPages } from './text/pageComments/pageComment.service.ts'
import { recordHistory } from './work/activity/record.ts'
import { judgeAgents } from './work/agentSessions/bounds.ts'
import { followIssues } from './work/intake/follow.ts'

/**
 * Everything derived from the changes of a transaction, whoever makes them; each derivation reads the notes so far. Before all: may
 * an agent have made them?
 */
export const derivations: readonly Derive[] = [
  judgeAgents,
  recordHistory,
  followPages,
  followIssues,
  keepProgress,
  dropEnds,
]
