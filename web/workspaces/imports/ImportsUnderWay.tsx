/** Imports that are at work, seen from every other screen of the workspace: a line of the sidebar, and a panel that floats. */
import { Link } from 'react-router'
import { proxy, useSnapshot } from 'valtio'
import type { Import } from '#contract/workspace/imports.ts'
import type { Job } from '#contract/workspace/jobs.ts'
import { useSession } from '../../data/session.ts'
import { to, usePlace } from '../../places/address.ts'
import { SIDEBAR_ROW } from '../../shell/sidebar/Sidebar.tsx'
import { Named, RAIL_SIGN } from '../../shell/sidebar/SidebarRail.tsx'
import { keep, kept } from '../../shell/sidebar/sidebar-state.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useFolded, useNarrow } from '../../ui/viewport.ts'
import { counted, inFigures, sourceOf } from './importWords.ts'
import { Progress, progressOf, Ring } from './Progress.tsx'
import { SourceIcon } from './SourceIcon.tsx'
import { useImportJob, useUnderWay } from './useImports.ts'

const HIDDEN = 'import.hidden'
/** The panel of one's own import shows until it is hidden, those of others once they are opened. */
const state = proxy({ hidden: kept(HIDDEN), opened: null as string | null })
const show = (id: string) => {
  state.opened = id
  state.hidden = null
  keep(HIDDEN, null)
}
const hide = (id: string) => {
  state.opened = null
  state.hidden = id
  keep(HIDDEN, id)
}

const useNewest = (slug: string) => {
  const rows = useUnderWay(slug)
  const { me } = useSession()
  const { hidden, opened } = useSnapshot(state)
  const row = rows.find(one => one.owner === me?.id) ?? rows[0] ?? null
  const place = usePlace()
  // There its progress is the screen.
  const isThere = place?.id === 'imports' || place?.id === 'import'
  const isShown = row !== null && !isThere && row.id !== hidden && (row.owner === me?.id || row.id === opened)
  return { row, others: rows.length - 1, isShown, isThere }
}

const words: Record<string, string> = { reading: 'Reading', checking: 'Dry run', undoing: 'Undoing' }
const nameOf = ({ state: at }: Import) => words[at] ?? 'Import'

const figuresOf = (row: Import, job: Job | null) => {
  const { done, total, percent } = progressOf(row, job)
  return { percent, figures: total === null ? inFigures(done) : `${inFigures(done)} of ${inFigures(total)}` }
}
const wordsOf = (row: Import, others: number) => (others > 0 ? counted(others + 1, 'import') : nameOf(row))

const Line = ({ slug, row, others, isShown, isThere }: { slug: string; row: Import } & Shown) => {
  const job = useImportJob(slug, row)
  const { percent, figures } = figuresOf(row, job)
  const isFolded = useFolded()
  const look = `${SIDEBAR_ROW} mt-1 w-full flex-none`
  const inner = (
    <>
      <Ring percent={percent} />
      <span className="cut flex-1 text-left">{wordsOf(row, others)}</span>
      {job && <span className="num text-12">{figures}</span>}
    </>
  )
  // The panel has no room beside a sidebar that lies over the screen, and no sense beside the import itself.
  return isFolded || isThere ? (
    <Link to={to('import', { slug, importId: row.id })} className={look}>
      {inner}
    </Link>
  ) : (
    <button
      type="button"
      aria-expanded={isShown}
      onClick={() => (isShown ? hide : show)(row.id)}
      className={`${look} ${isShown ? 'active' : ''}`}
    >
      {inner}
    </button>
  )
}

type Shown = { others: number; isShown: boolean; isThere: boolean }

/** Above the foot of the sidebar. */
export const UnderWayLine = ({ slug }: { slug: string }) => {
  const { row, ...rest } = useNewest(slug)
  return row && <Line key={row.id} slug={slug} row={row} {...rest} />
}

const Sign = ({ slug, row, others, isShown, isThere }: { slug: string; row: Import } & Shown) => {
  const job = useImportJob(slug, row)
  const { percent, figures } = figuresOf(row, job)
  const told = `${wordsOf(row, others)}${job ? `, ${figures}` : ''}`
  return (
    <Named label={told}>
      {isThere ? (
        <Link to={to('import', { slug, importId: row.id })} aria-label={told} className={RAIL_SIGN}>
          <Ring percent={percent} />
        </Link>
      ) : (
        <button
          type="button"
          aria-label={told}
          aria-expanded={isShown}
          onClick={() => (isShown ? hide : show)(row.id)}
          className={`${RAIL_SIGN} ${isShown ? 'active' : ''}`}
        >
          <Ring percent={percent} />
        </button>
      )}
    </Named>
  )
}

/** At the foot of what is left of a sidebar that is shut. */
export const UnderWaySign = ({ slug }: { slug: string }) => {
  const { row, ...rest } = useNewest(slug)
  return row && <Sign key={row.id} slug={slug} row={row} {...rest} />
}

const Panel = ({ slug, row, others }: { slug: string; row: Import; others: number }) => {
  const job = useImportJob(slug, row)
  const name = row.name || sourceOf(row.source).name
  return (
    <section
      aria-label={`Import of ${name}`}
      className="floats fixed right-4 bottom-4 z-20 w-104 rounded-[12px]"
    >
      <Progress
        slug={slug}
        row={row}
        job={job}
        head={
          <div className="flex h-11 items-center gap-2 pr-2 pl-4">
            <SourceIcon source={row.source} className="text-ink-2" />
            <Link to={to('import', { slug, importId: row.id })} className="cut font-medium hover:underline">
              {name}
            </Link>
            {others > 0 && (
              <Link
                to={to('imports', { slug })}
                className="flex-none text-12 text-ink-3 hover:text-ink hover:underline"
              >
                {counted(others, 'more', 'more')}
              </Link>
            )}
            <span className="flex-1" />
            <IconButton icon="minus" label="Hide" onClick={() => hide(row.id)} />
          </div>
        }
      />
    </section>
  )
}

/** At the lower right of every screen but those of imports. */
export const UnderWayPanel = ({ slug }: { slug: string }) => {
  const { row, others, isShown } = useNewest(slug)
  const isNarrow = useNarrow()
  return row && isShown && !isNarrow && <Panel key={row.id} slug={slug} row={row} others={others} />
}
