import type { FacetChoice, FindAnswer } from '#contract/lists/search.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'
import { stateWords } from './hits.ts'

type Facet = 'project' | 'person' | 'state' | 'time'
const MOST = 6
const timeWords: Record<string, string> = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last year',
}

const Mark = ({ facet, id }: { facet: Facet; id: string }) => {
  const project = useRow('project', facet === 'project' ? id : null)
  const person = useRow('user', facet === 'person' ? id : null)
  if (project) return <ProjectTile project={projectLook(project)} />
  if (person) return <Avatar person={person} silent />
  return facet === 'state' ? <StateIcon group={id} /> : null
}

type ChoicesProps = {
  facet: Facet
  label: string
  choices: readonly FacetChoice[]
  onChoose: (choice: FacetChoice) => void
}

const Choices = ({ facet, label, choices, onChoose }: ChoicesProps) => {
  const shown = choices.filter((choice, at) => at < MOST || choice.is_chosen)
  if (shown.length === 0) return null
  return (
    <section aria-label={label} className="pb-4">
      <h2 className="px-2 pb-1 text-12 text-ink-2">{label}</h2>
      {shown.map(choice => (
        <button
          key={choice.id}
          type="button"
          aria-pressed={choice.is_chosen}
          onClick={() => onChoose(choice)}
          className="flex h-7 w-full items-center gap-2 rounded-control px-2 text-left max-md:h-11 hover:bg-hover aria-pressed:bg-press"
        >
          <Mark facet={facet} id={choice.id} />
          <span className="cut flex-1">
            {(facet === 'state' ? stateWords : facet === 'time' ? timeWords : {})[choice.id] ?? choice.name}
          </span>
          <span className="num text-12 text-ink-2">{choice.count}</span>
          {choice.is_chosen && <Icon name="x" size={12} />}
        </button>
      ))}
    </section>
  )
}

type FacetsProps = {
  facets: FindAnswer['facets']
  onChoose: (choice: FacetChoice) => void
  className?: string
}

/** Choices that narrow the search, with what each leaves. */
export const Facets = ({ facets, onChoose, className }: FacetsProps) => (
  <aside aria-label="Narrow the search" className={classes('overflow-y-auto px-2 py-3', className)}>
    <Choices facet="project" label="Project" choices={facets.project} onChoose={onChoose} />
    <Choices facet="person" label="Person" choices={facets.person} onChoose={onChoose} />
    <Choices facet="state" label="State" choices={facets.state} onChoose={onChoose} />
    <Choices facet="time" label="Time" choices={facets.time} onChoose={onChoose} />
  </aside>
)
