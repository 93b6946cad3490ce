/** Imports as the screens have them: their rows by the log, what lies beside them read anew with each change of a row. */
import { useEffect, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import {
  type Import,
  type ImportChoices,
  importRoutes,
  type WholeImport,
} from '#contract/workspace/imports.ts'
import { type Job, jobRoutes } from '#contract/workspace/jobs.ts'
import { call } from '../../data/client.ts'
import { useLive } from '../../data/live.ts'
import { useReadOnce } from '../../data/readOnce.ts'
import { applyRow, getRows, removeRow, useRow, useRows } from '../../data/rows.ts'
import { useHere, useMay } from '../../data/viewer.ts'
import { saving } from '../../settings/saving.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { isUnderWay } from './importWords.ts'

const MOST_SHOWN = 50

/** The newest of the workspace's, or of one's own. */
export const useImports = (slug: string) => {
  const { status, retry } = useReadOnce('imports', slug !== '', async () => {
    const { body } = await call(importRoutes.list, {
      params: { ws: slug },
      query: { per_page: String(MOST_SHOWN), cursor: `${MOST_SHOWN}:0:0` },
    })
    for (const row of body.results) applyRow('import', row)
  })
  const imports = useRows('import').toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  return { status, retry, imports }
}

/** One that was at work and is no longer: its end came while this browser was away. */
const readAnew = async (slug: string, importId: string) => {
  const { body } = await call(importRoutes.get, { params: { ws: slug, importId } }).catch(() => ({
    body: null,
  }))
  if (body) applyRow('import', rowOf(body))
  else removeRow('import', importId)
}

const rowOf = (whole: WholeImport): Import => {
  const {
    format: _,
    matches: __,
    outcome: ___,
    fault_count: ____,
    edited_since: _____,
    is_connected: ______,
    ...row
  } = whole
  return row
}

/** Those that a job is at work on, the newest first: of all that this person may see. */
export const useUnderWay = (slug: string): Import[] => {
  const { workspaceId } = useHere()
  const mayList = useMay()('import.create', {}, { workspace: workspaceId })
  useReadOnce('imports under way', slug !== '' && mayList, async () => {
    const { body } = await call(importRoutes.list, {
      params: { ws: slug },
      query: { per_page: String(MOST_SHOWN), cursor: `${MOST_SHOWN}:0:0`, under_way: 'true' },
    })
    for (const row of body.results) applyRow('import', row)
    const open = new Set(body.results.map(({ id }) => id))
    const ended = getRows('import').filter(row => isUnderWay(row) && !open.has(row.id))
    await Promise.all(ended.map(({ id }) => readAnew(slug, id)))
  })
  return useRows('import')
    .filter(isUnderWay)
    .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/** The job that is at work on an import, for whoever may see it. */
export const useImportJob = (slug: string, { job }: Pick<Import, 'job'>): Job | null => {
  const known = useRow('job', job)
  const isMissing = job !== null && known === null
  const { loads } = useLive()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each snapshot
  useEffect(() => {
    if (job === null) return
    call(jobRoutes.get, { params: { ws: slug, jobId: job } }).then(
      ({ body: { faults: _, ...row } }) => applyRow('job', row),
      // Then its row alone says that it is under way.
      () => {},
    )
  }, [slug, job, isMissing, loads])
  return known
}

type Read = { id: string; whole: WholeImport | null; failed: string | null }

/** One import with all that lies beside its row. */
export const useWholeImport = (slug: string, importId: string) => {
  const row = useRow('import', importId)
  const [read, setRead] = useState<Read>({ id: importId, whole: null, failed: null })
  const [tries, setTries] = useState(0)
  // A snapshot holds no imports: what happened while it was taken is read.
  const { loads } = useLive()
  const revision = row?.revision ?? -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read anew with each revision of the row, and with each try
  useEffect(() => {
    let isHere = true
    call(importRoutes.get, { params: { ws: slug, importId } }).then(
      ({ body }) => {
        if (!isHere) return
        applyRow('import', rowOf(body))
        setRead({ id: importId, whole: body, failed: null })
      },
      (failure: unknown) => isHere && setRead({ id: importId, whole: null, failed: messageOf(failure) }),
    )
    return () => {
      isHere = false
    }
  }, [slug, importId, revision, tries, loads])
  const isOwn = read.id === importId
  return {
    row,
    whole: isOwn ? read.whole : null,
    failed: isOwn ? read.failed : null,
    retry: () => setTries(tries + 1),
  }
}

type Act = 'check' | 'run' | 'undo'

/** The acts on one import; a refusal is said. */
export const importActs = (slug: string, importId: string) => {
  const params = { ws: slug, importId }
  const told = async (title: string, sent: Promise<{ body: Import }>) => {
    try {
      const { body } = await saving(sent)
      applyRow('import', body)
      return true
    } catch (failure) {
      toast.failure(messageOf(failure), { title })
      return false
    }
  }
  const titles: Record<Act, string> = {
    check: 'The dry run was not started.',
    run: 'The import was not started.',
    undo: 'The import was not undone.',
  }
  return {
    act: (what: Act) => told(titles[what], call(importRoutes[what], { params })),
    /** Answers the new import; null where it was refused. */
    again: async (): Promise<Import | null> => {
      try {
        const { body } = await saving(call(importRoutes.again, { params }))
        applyRow('import', body)
        return body
      } catch (failure) {
        toast.failure(messageOf(failure), { title: 'The import was not started.' })
        return null
      }
    },
    stop: (undo: boolean) =>
      told('The import was not stopped.', call(importRoutes.stop, { params, body: { undo } })),
    choose: (choices: ImportChoices) =>
      told('The choice was not saved.', call(importRoutes.choose, { params, body: choices })),
  }
}
