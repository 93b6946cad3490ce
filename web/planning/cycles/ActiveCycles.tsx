import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { fold } from '#contract/lists/folding.ts'
import { useDayIn } from '../../data/clock.ts'
import { projectLook } from '../../data/projectLook.ts'
import { getRow, useRow, useRows } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { Header, HeaderButton } from '../../shell/Header.tsx'
import { useListAddress } from '../../shell/list/address.ts'
import { narrowed } from '../../shell/list/filters.ts'
import { ListFilters } from '../../shell/list/ListFilters.tsx'
import { NoMatch } from '../../shell/list/NoMatch.tsx'
import { useShut } from '../../shell/shutGroups.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { useNear } from '../../ui/useNear.ts'
import { NO_TOTALS } from '../progress/totals.ts'
import { ActivePanel } from './ActivePanel.tsx'
import { BurnDrawing } from './BurnDrawing.tsx'
import { LeftTag } from './CycleRow.tsx'
import { leftWords } from './cycleList.ts'
import { cycleAddress } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { behindBy, type UnderWay, useUnderWay } from './underWay.ts'

const orders = { end: 'Days left', behind: 'Furthest behind' } as const

/** Those of which nothing is drawn yet have so much room, in pixels. */
const ROOM = 300
const NOBODY: readonly string[] = []

const useShown = (order: string | null, words: string) => {
  const all = useUnderWay()
  const progress = useRows('cycle_progress')
  return useMemo(() => {
    void progress
    const wanted = fold(words.trim())
    const shown = all.filter(({ cycle, project }) => fold(`${project.name} ${cycle.name}`).includes(wanted))
    const behind = (one: UnderWay) => behindBy(one, getRow('cycle_progress', one.cycle.id) ?? NO_TOTALS)
    return { all, shown: order === 'behind' ? shown.toSorted((a, b) => behind(b) - behind(a)) : shown }
  }, [all, progress, order, words])
}

/** What is under way in every project that this person has joined; what ends first comes first, unless what is behind is asked for. */
export const ActiveCycles = () => {
  const { section } = useHeading()
  const [address, change] = useListAddress()
  const narrowing = narrowed([], address, change)
  const order = address.get('sort')
  const { all, shown } = useShown(order, narrowing.words)
  const { shut, toggle } = useShut('active-cycles')
  return (
    <>
      <Header
        section={section}
        count={all.length}
        controls={
          all.length > 0 && (
            <>
              <ListFilters narrowing={narrowing} label="Find cycles" />
              <Menu
                align="end"
                entries={Object.entries(orders).map(([id, label]) => ({
                  id,
                  label,
                  checked: (order === 'behind') === (id === 'behind'),
                  run: () => change({ sort: id === 'behind' ? id : null }),
                }))}
              >
                <HeaderButton icon="arrow-down">
                  {order === 'behind' ? orders.behind : orders.end}
                </HeaderButton>
              </Menu>
            </>
          )
        }
      />
      {all.length === 0 ? (
        <EmptyState drawing={<BurnDrawing />} title="No cycle in progress">
          The current cycle of each project you have joined appears here, with its chart.
        </EmptyState>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto bg-bg pb-16">
          {shown.map(one => (
            <Current
              key={one.cycle.id}
              {...one}
              shut={shut.has(one.cycle.id)}
              onToggle={() => toggle(one.cycle.id)}
            />
          ))}
          {shown.length === 0 && <NoMatch what="cycles" narrowing={narrowing} />}
        </div>
      )}
    </>
  )
}

type CurrentProps = UnderWay & { shut: boolean; onToggle: () => void }

const Current = ({ cycle, project, shut, onToggle }: CurrentProps) => {
  const { slug = '' } = useParams()
  const owner = useRow('user', cycle.owned_by_id)
  const today = useDayIn(project.timezone)
  const progress = useRow('cycle_progress', cycle.id)
  const people = useRowsOf('user', progress?.assignee_ids ?? NOBODY)
  const behind = behindBy({ cycle, project }, progress ?? NO_TOTALS)
  const [box, isNear] = useNear()
  return (
    <section ref={box} aria-label={`${project.name}: ${cycle.name}`} className="pb-2">
      <div className="mx-2 flex h-9 items-center gap-2 rounded-control bg-sunken px-2 max-md:h-11 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)]">
        <IconButton
          icon={shut ? 'chevron-right' : 'chevron-down'}
          size="strip"
          tooltip={false}
          label={`${shut ? 'Show' : 'Hide'} how ${cycle.name} goes`}
          aria-expanded={!shut}
          onClick={onToggle}
          className="-mx-1 max-md:-ml-3 max-md:size-11"
        />
        <ProjectTile project={projectLook(project)} />
        <Link
          to={to('cycles', { slug, projectId: project.id })}
          className="cut rounded-tag text-ink-2 hover:text-ink"
        >
          {project.name}
        </Link>
        <h2 className="cut font-medium">
          <Link to={cycleAddress(cycle)} className="rounded-tag hover:underline">
            {cycle.name}
          </Link>
        </h2>
        {cycle.end_date && <LeftTag words={leftWords(cycle.end_date, today)} />}
        {behind > 0 && (
          <span className="num flex-none font-medium text-12 text-warn max-md:hidden">{behind} % behind</span>
        )}
        <span className="cut text-ink-3 max-md:hidden">{cycle.description}</span>
        <span className="num ml-auto flex-none text-12 text-ink-3 max-md:hidden">
          {cycle.start_date && cycle.end_date && spanWords(cycle.start_date, cycle.end_date, 'MMM')}
          {owner && ` · ${owner.display_name}`}
        </span>
        <span className="flex-none max-desk:hidden">
          <AvatarStack people={people} max={3} apart empty={null} />
        </span>
      </div>
      {!shut && (isNear ? <ActivePanel cycle={cycle} /> : <div style={{ height: ROOM }} />)}
    </section>
  )
}
