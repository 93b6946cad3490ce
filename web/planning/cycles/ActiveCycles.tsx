import { Link, useParams } from 'react-router'
import { useDayIn } from '../../data/clock.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useRow } from '../../data/rows.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { Header } from '../../shell/Header.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { NoMatch } from '../NoMatch.tsx'
import { usePlanAddress } from '../usePlanAddress.ts'
import { ActivePanel } from './ActivePanel.tsx'
import { BurnDrawing } from './BurnDrawing.tsx'
import { LeftTag } from './CycleRow.tsx'
import { leftWords } from './cycleList.ts'
import { cycleAddress } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { type UnderWay, useUnderWay } from './underWay.ts'

/** As many are drawn with their charts at once. */
const MOST = 12

/** The current cycles of all projects that this person has joined; the first to end comes first. */
export const ActiveCycles = () => {
  const { section } = useHeading()
  const all = useUnderWay()
  const [address, change] = usePlanAddress()
  const words = address.get('q') ?? ''
  const wanted = words.trim().toLowerCase()
  const shown = all.filter(({ cycle, project }) =>
    `${project.name} ${cycle.name}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <Header
        section={section}
        count={all.length}
        controls={
          all.length > 0 && (
            <SearchField
              label="Find cycles"
              placeholder="Project or cycle"
              value={words}
              onChange={text => change({ q: text || null })}
            />
          )
        }
      />
      {all.length === 0 ? (
        <EmptyState drawing={<BurnDrawing />} title="No cycle in progress">
          The current cycle of each project you have joined appears here, with its chart.
        </EmptyState>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto pb-16">
          {shown.slice(0, MOST).map(({ cycle, project }) => (
            <Current key={cycle.id} {...{ cycle, project }} />
          ))}
          {shown.length === 0 && <NoMatch what="cycles" words={words} onClear={() => change({ q: null })} />}
          {shown.length > MOST && (
            <ul className="px-4 py-2">
              {shown.slice(MOST).map(({ cycle, project }) => (
                <li key={cycle.id} className="flex h-9 items-center gap-2">
                  <ProjectTile project={projectLook(project)} />
                  <Link to={cycleAddress(cycle)} className="rounded-tag hover:underline">
                    {project.name}: {cycle.name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

const Current = ({ cycle, project }: UnderWay) => {
  const { slug = '' } = useParams()
  const owner = useRow('user', cycle.owned_by_id)
  const today = useDayIn(project.timezone)
  return (
    <section aria-label={`${project.name}: ${cycle.name}`} className="pb-2">
      <div className="mx-2 flex h-9 items-center gap-2 rounded-control bg-sunken px-2 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)]">
        <ProjectTile project={projectLook(project)} />
        <Link
          to={to('cycles', { slug, projectId: project.id })}
          className="rounded-tag text-ink-2 hover:text-ink"
        >
          {project.name}
        </Link>
        <h2 className="cut font-medium">
          <Link to={cycleAddress(cycle)} className="rounded-tag hover:underline">
            {cycle.name}
          </Link>
        </h2>
        {cycle.end_date && <LeftTag words={leftWords(cycle.end_date, today)} />}
        <span className="cut text-ink-3 max-md:hidden">{cycle.description}</span>
        <span className="num ml-auto flex-none text-12 text-ink-3 max-md:hidden">
          {cycle.start_date && cycle.end_date && spanWords(cycle.start_date, cycle.end_date, 'MMM')}
          {owner && ` · ${owner.display_name}`}
        </span>
      </div>
      <ActivePanel cycle={cycle} />
    </section>
  )
}
