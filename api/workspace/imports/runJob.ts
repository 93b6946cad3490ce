/** Writes an import: what its issues need first, then they themselves, their comments and relations; at the end all is counted again. */

import { can } from '#contract/permissions.ts'
import type { ImportOutcome } from '#contract/workspace/imports.ts'
import { openProjects } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { recount } from '../../work/issues/issue.service.ts'
import type { JobAtWork, Kind, Step } from '../jobs/runner.ts'
import { endImport, giveBack } from './ending.ts'
import { createFetching, type FetchingFiles, type FilesAt, writeFiles } from './files/run.ts'
import { sourceNames } from './match.ts'
import { own } from './named.ts'
import { runPages } from './pages/run.ts'
import type { Plan } from './plan.ts'
import type { Access } from './read/open.ts'
import { writeIssues } from './run/issues.ts'
import { writeComments, writeRelations } from './run/parts.ts'
import { makeParts, makePeople, makeProject, takenSince } from './run/prepare.ts'
import { updateMatched } from './run/update.ts'
import { giveNumbers } from './staging/numbers.ts'
import { type WholeRow, wholeRow } from './staging/rows.ts'
import { usedIn } from './used.ts'

export const IMPORT_RUN = 'import_run'

const ORDER = [
  'projects',
  'people',
  'parts',
  'issues',
  'matched',
  'comments',
  'files',
  'relations',
  'count',
] as const
type At = { phase: (typeof ORDER)[number]; nth: number; done: Record<string, number>; files?: FilesAt }
type Moved = { nth?: number; done?: number; isOver: boolean; so?: FilesAt; pauseMs?: number }

type Given = {
  work: Work
  row: WholeRow
  plan: Plan
  slug: string
  nth: number
  job: string
  so: FilesAt
  fetching: FetchingFiles
}

const projectIds = ({ plan }: Given) => [
  ...new Set(Object.values(plan.projects).flatMap(({ to, id }) => (to !== 'skip' && id ? [id] : []))),
]

/** Rights are those of this moment: they may have ended since the dry run, or since the last step. */
const mayWrite = (given: Given): boolean => {
  const { viewer } = given.work
  const { workspace } = given.row
  const open = openProjects(viewer, workspace)
  return projectIds(given).every(
    project => open.includes(project) && can(viewer, 'import.into', {}, { workspace, project }),
  )
}

/** Keys keep their numbers in a project that is new or empty, or whose key they bear. */
const keepsNumbers = async ({ work, row, plan }: Given, projectId: string): Promise<boolean> => {
  const values = Object.entries(plan.projects).filter(([, one]) => one.id === projectId)
  if (values.some(([, one]) => one.to === 'new')) return true
  const detail = (value: string) => own(row.found?.values.projects, value)?.detail.toUpperCase()
  if (values.some(([value, one]) => detail(value) === one.identifier.toUpperCase())) return true
  return (await work.trx('issues').where('project_id', projectId).first('id')) === undefined
}

const acts: Record<At['phase'], (given: Given) => Promise<Moved>> = {
  projects: async ({ work, row, plan }) => ({ isOver: !(await makeProject(work, row, plan)) }),
  people: async ({ work, row, plan }) => ({ isOver: !(await makePeople(work, row, plan)) }),
  // One project a step.
  parts: async given => {
    const { work, row, plan, nth } = given
    const projectId = projectIds(given)[nth + 1]
    if (!projectId) return { isOver: true }
    await makeParts(work, row, plan, projectId, usedIn(plan, projectId))
    await giveNumbers(work, row, projectId, await keepsNumbers(given, projectId))
    return { nth: nth + 1, done: 1, isOver: false }
  },
  issues: async ({ work, row, plan, slug }) => {
    const done = await writeIssues(work, row, plan, { slug })
    return { done, isOver: done === 0 }
  },
  matched: ({ work, row, plan, ...given }) => updateMatched(work, row, plan, given),
  comments: ({ work, row, plan, slug, nth }) => writeComments(work, row, plan, { slug }, nth),
  files: ({ work, row, ...given }) => writeFiles(work, row, given),
  relations: ({ work, row, nth }) => writeRelations(work, row, nth),
  count: async ({ work, row }) => {
    // Issues that were here before and have got sub-issues.
    const parents: string[] = await work
      .trx('import_rows')
      .where('import', row.id)
      .whereNotNull('parent_issue')
      .distinct()
      .pluck('parent_issue')
    const matched: string[] = await work
      .trx('import_rows')
      .where({ import: row.id, verdict: 'matched' })
      .where('children', '>', 0)
      .pluck('issue')
    await recount(work, [...parents, ...matched])
    return { isOver: true }
  },
}

const phasesOf = (row: WholeRow, at: At): Step['phases'] => {
  const outcome = row.outcome as ImportOutcome
  const total = {
    issues: row.new_count,
    comments: outcome.kinds.comments?.found ?? 0,
    relations: outcome.kinds.relations?.found ?? 0,
    files: row.connection === null ? 0 : (outcome.kinds.files?.found ?? 0),
  }
  const reached = ORDER.indexOf(at.phase)
  return ORDER.map((name, nth) => {
    const most = name in total ? total[name as keyof typeof total] : 1
    const done = nth < reached ? Math.max(most, at.done[name] ?? 0) : (at.done[name] ?? 0)
    return { name, done: Math.min(done, Math.max(most, done)), total: Math.max(most, done) }
  })
}

const step = async (work: Work, job: JobAtWork, access: Access, fetching: FetchingFiles): Promise<Step> => {
  const row = await wholeRow(work.trx, String(job.input.import))
  if (!row?.plan) return { phases: [], result: {} }
  work.import = { id: row.id, from: sourceNames[row.source] }
  const begins = job.checkpoint === null || (job.checkpoint as { phase: string }).phase === 'projects'
  const taken = begins ? await takenSince(work, row, row.plan) : null
  if (taken) {
    await giveBack(work, row, taken)
    return { phases: [], result: {} }
  }
  if (row.source === 'pages') return runPages(work, job, row, { plan: row.plan, access })
  const at: At = structuredClone((job.checkpoint as At | null) ?? { phase: ORDER[0], nth: -1, done: {} })
  const { slug } = await work.trx('workspaces').where('id', row.workspace).first<{ slug: string }>('slug')
  const given: Given = {
    work,
    row,
    plan: row.plan,
    slug,
    nth: at.nth,
    job: job.id,
    so: at.files ?? { count: 0, bytes: 0 },
    fetching,
  }
  if (!mayWrite(given)) {
    await endImport(work, row, 'stopped', 'You may not import into one of its projects any more.')
    return { phases: phasesOf(row, at), result: {} }
  }
  const moved = await acts[at.phase](given)
  at.done[at.phase] = (at.done[at.phase] ?? 0) + (moved.done ?? 0)
  at.nth = moved.nth ?? at.nth
  if (moved.so) at.files = moved.so
  const { pauseMs } = moved
  if (!moved.isOver) return { phases: phasesOf(row, at), checkpoint: at, ...(pauseMs && { pauseMs }) }
  const next = ORDER[ORDER.indexOf(at.phase) + 1]
  if (next)
    return { phases: phasesOf(row, { ...at, phase: next }), checkpoint: { ...at, phase: next, nth: -1 } }
  await endImport(work, row, 'done', null)
  return {
    phases: phasesOf(row, at).map(one => ({ ...one, done: one.total })),
    result: { issues: row.new_count },
  }
}

export const importRun = (access: Access): Kind => {
  const fetching = createFetching(access)
  return { kind: IMPORT_RUN, step: (work, job) => step(work, job, access, fetching) }
}
