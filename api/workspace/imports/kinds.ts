import type { Kind } from '../jobs/runner.ts'
import { importCheck } from './checkJob.ts'
import type { Access } from './read/open.ts'
import { importRead } from './readJob.ts'
import { importRun } from './runJob.ts'
import { importUndo } from './undoJob.ts'

/** The jobs of an import: its reading, its dry run, its writing and its undoing. */
export const importKinds = (access: Access): Kind[] => [
  importRead(access),
  importCheck(access),
  importRun(access),
  importUndo,
]
