import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { type ImportFault, importRoutes, type WholeImport } from '#contract/workspace/imports.ts'
import { call } from '../../data/client.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/icons.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { inFigures } from './importWords.ts'

const PAGE = 50
type Only = 'all' | 'skipped' | 'empty'
type Read = {
  only: Only
  rows: readonly ImportFault[]
  total: number
  next: string | null
  failed: string | null
}
const NONE: Read = { only: 'all', rows: [], total: -1, next: null, failed: null }

const GRIDS = {
  lines: 'grid-cols-[44px_84px_minmax(0,1fr)_176px_132px] max-md:grid-cols-[44px_minmax(0,1fr)]',
  files: 'grid-cols-[200px_minmax(0,1fr)_176px_112px] max-md:grid-cols-[minmax(0,1fr)]',
}
type LineProps = { fault: ImportFault; isOfFiles: boolean }

const Line = ({ fault: { line, key, said, words, effect }, isOfFiles }: LineProps) => {
  const below = isOfFiles ? '' : 'max-md:col-start-2'
  return (
    <li
      className={`grid min-h-8 items-center gap-x-3 rounded-control px-2 hover:bg-hover max-md:py-1 ${isOfFiles ? GRIDS.files : GRIDS.lines}`}
    >
      {isOfFiles ? (
        <span className="cut text-ink-2" title={key}>
          {key
            .split('/')
            .at(-1)
            ?.replace(/ [0-9a-f]{32}(?=\.)/, '')}
        </span>
      ) : (
        <>
          <span className="num text-right text-ink-2">{inFigures(line)}</span>
          <span className="num cut text-12 text-ink-3 max-md:hidden">{key}</span>
        </>
      )}
      <span className="min-w-0 text-pretty">{said}</span>
      <code className={`cut font-mono text-12 text-ink-2 ${below}`}>{words}</code>
      <span
        className={`flex items-center gap-1.5 text-12 ${below} ${effect === 'skipped' ? 'text-danger' : 'text-ink-2'}`}
      >
        <Icon name={effect === 'skipped' ? 'x' : 'minus'} size={12} />
        {effect === 'skipped' ? 'Skipped' : effect === 'empty' ? 'Left empty' : effect}
      </span>
    </li>
  )
}

/** What could not be taken, by line: read a page at a time. */
export const Faults = ({ slug, whole }: { slug: string; whole: WholeImport }) => {
  const [only, setOnly] = useState<Only>('all')
  const [read, setRead] = useState<Read>(NONE)
  // The next page of a list that is no longer shown is taken in nowhere.
  const shown = useRef(read)
  useEffect(() => {
    shown.current = read
  })
  const isStill = (then: Read) => () => shown.current === then
  const isOfFiles = whole.source === 'pages'
  const params = { ws: slug, importId: whole.id }
  const load = async (
    kind: Only,
    cursor: string | null,
    before: readonly ImportFault[],
    isHere: () => boolean,
  ) => {
    try {
      const { body } = await call(importRoutes.faults, {
        params,
        query: {
          per_page: String(PAGE),
          ...(cursor && { cursor }),
          ...(kind !== 'all' && { only: kind }),
        },
      })
      if (isHere())
        setRead({
          only: kind,
          rows: [...before, ...body.results],
          total: body.total_results,
          next: body.next_page_results ? body.next_cursor : null,
          failed: null,
        })
    } catch (failure) {
      if (isHere()) setRead({ ...NONE, only: kind, failed: messageOf(failure) })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each dry run, by the revision of the import
  useEffect(() => {
    let isHere = true
    void load(only, null, [], () => isHere)
    return () => {
      isHere = false
    }
  }, [slug, whole.id, whole.revision, only])
  if (whole.fault_count === 0) return null
  const address = importRoutes.faultsFile.path.replace(':ws', slug).replace(':importId', whole.id)
  return (
    <section className="mt-6" aria-label="Faults">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h3 className="font-medium">Faults</h3>
        <span className="num text-12 text-ink-3">{inFigures(whole.fault_count)}</span>
        <span className="flex-1" />
        <Segmented
          label="Shown"
          parts={[
            { id: 'all', label: 'All' },
            { id: 'skipped', label: 'Skipped' },
            { id: 'empty', label: isOfFiles ? 'Left out' : 'Left empty' },
          ]}
          value={only}
          onChange={setOnly}
        />
        <a
          href={address}
          download
          className="flex h-7 items-center gap-1.5 rounded-control bg-press px-2 text-ink hover:brightness-[.97] max-md:h-11"
        >
          <Icon name="download" className="text-ink-3" /> Download CSV
        </a>
      </div>
      <p className="mb-1 text-ink-2">
        {isOfFiles
          ? 'Mend them in the archive and import that too: pages already here are not made twice.'
          : 'Fix them in the file and import that too, before or after: issues already here are matched, not duplicated.'}
      </p>
      {read.total < 0 && !read.failed && <RowsSkeleton rows={3} />}
      {read.failed && (
        <p role="alert" className="py-2 text-ink-2">
          The faults could not be loaded. {read.failed}
        </p>
      )}
      <ul className="-mx-2">
        {read.rows.map(fault => (
          <Line key={fault.id} fault={fault} isOfFiles={isOfFiles} />
        ))}
      </ul>
      {read.total === 0 && <p className="py-2 text-ink-3">None of these.</p>}
      {read.next && (
        <Button onClick={() => void load(only, read.next, read.rows, isStill(read))}>
          {inFigures(read.total - read.rows.length)} more
        </Button>
      )}
    </section>
  )
}
