import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type ImportSource, sourceWays } from '#contract/workspace/imports.ts'
import { useSession } from '../../data/session.ts'
import { useHere, useMay } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { ReadStatus } from '../../shell/list/ReadStatus.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ImportRow } from './ImportRow.tsx'
import { inFigures, sources } from './importWords.ts'
import { SourceForm } from './SourceForm.tsx'
import { SourceIcon } from './SourceIcon.tsx'
import { useImports } from './useImports.ts'

type TilesProps = {
  label: string
  chosen: ImportSource | null
  offered: typeof sources
  onChoose: (source: ImportSource) => void
}

const TILE =
  'flex h-11 items-center gap-2.5 whitespace-nowrap rounded-control px-3 text-left shadow-[inset_0_0_0_1px_var(--edge)]'

const Tiles = ({ label, chosen, offered, onChoose }: TilesProps) => {
  const isAmong = offered.some(({ id }) => id === chosen)
  const move = (from: ImportSource, by: number) => {
    const at = offered.findIndex(({ id }) => id === from)
    const next = offered[(at + by + offered.length) % offered.length]!
    onChoose(next.id)
    document.getElementById(`source-${next.id}`)?.focus()
  }
  return (
    <div role="radiogroup" aria-label={label} className="contents">
      {offered.map(({ id, name, ways }, nth) => {
        const isChosen = id === chosen
        return (
          // biome-ignore lint/a11y/useSemanticElements: a tile with a name and ways in, not the dot of a form
          <button
            key={id}
            id={`source-${id}`}
            type="button"
            role="radio"
            aria-checked={isChosen}
            tabIndex={isChosen || (!isAmong && nth === 0) ? 0 : -1}
            onClick={() => onChoose(id)}
            onKeyDown={event => {
              const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
              if (!by) return
              event.preventDefault()
              move(id, by)
            }}
            className={`${TILE} ${isChosen ? 'bg-accent-tint' : 'bg-sunken hover:bg-hover'}`}
          >
            <SourceIcon source={id} className="text-ink-2" />
            <span className="font-medium">{name}</span>
            <span className={`cut text-12 ${isChosen ? 'text-ink-2' : 'text-ink-3'}`}>{ways}</span>
            {isChosen && <Icon name="check" size={14} className="ml-auto text-accent-text" />}
          </button>
        )
      })}
    </div>
  )
}

const GRID = 'grid grid-cols-2 gap-2 max-md:grid-cols-1'

/** Work from other tools: where it comes from, and what was brought lately. */
export const ImportsScreen = () => {
  const { slug = '' } = useParams()
  const { status, retry, imports } = useImports(slug)
  const { workspaceId } = useHere()
  const { instance } = useSession()
  const mayMake = !instance?.config.is_workspace_creation_disabled
  const mayAll = useMay()('import.anything', {}, { workspace: workspaceId })
  const offered = sources.filter(
    ({ id }) => sourceWays[id].length > 0 && (mayAll || sourceWays[id].includes('file')),
  )
  const [chosen, setChosen] = useState<ImportSource | null>(null)
  const source = offered.find(({ id }) => id === chosen)
  return (
    <SettingsScreen
      title="Imports"
      intro="Bring work in from another tool. You see what will change before anything does."
    >
      <section className="mt-2" aria-label="New import">
        <p className="flex h-7 items-center text-12 text-ink-3">
          Issues, with comments, labels, cycles and people
        </p>
        <div className={GRID}>
          <Tiles
            label="Issues from"
            chosen={chosen}
            offered={offered.filter(({ id }) => id !== 'pages')}
            onChoose={setChosen}
          />
        </div>
        <p className="flex h-7 items-center text-12 text-ink-3">Pages, and everything at once</p>
        <div className={GRID}>
          <Tiles
            label="Pages from"
            chosen={chosen}
            offered={offered.filter(({ id }) => id === 'pages')}
            onChoose={setChosen}
          />
          {mayMake && (
            <Link to={to('createWorkspace')} className={`${TILE} bg-sunken hover:bg-hover`}>
              <Icon name="archive" className="text-ink-2" />
              <span className="font-medium">Tandem archive</span>
              <span className="cut text-12 text-ink-3">a whole workspace, with its history</span>
            </Link>
          )}
        </div>
        {source && <SourceForm key={source.id} slug={slug} source={source} mayAll={mayAll} />}
      </section>
      <section className="mt-6" aria-label="Recent imports">
        <div className="flex min-h-8 items-baseline gap-2">
          <h3 className="font-medium">Recent imports</h3>
          {imports.length > 0 && <span className="num text-12 text-ink-3">{inFigures(imports.length)}</span>}
          <span className="ml-auto text-12 text-ink-3">Each can be undone for 7 days</span>
        </div>
        <ReadStatus
          what="Imports"
          none="No imports yet."
          isEmpty={imports.length === 0}
          {...{ status, retry }}
        />
        <ul className="-mx-2 mt-1">
          {imports.map(row => (
            <ImportRow key={row.id} row={row} slug={slug} />
          ))}
        </ul>
      </section>
    </SettingsScreen>
  )
}
