import type { FacetChoice, FindAnswer } from '#contract/lists/search.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useChoices } from '../issues/fields/choices.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import { wordOfPerson } from './changeWords.ts'
import { stateWords, timeWords } from './hits.ts'

type Facet = 'project' | 'person' | 'state' | 'time'
const MOST = 6
const ME = 'by:me'

const Mark = ({ facet, id }: { facet: Facet; id: string }) => {
  const project = useRow('project', facet === 'project' ? id : null)
  const person = useRow('user', facet === 'person' ? id : null)
  if (project) return <ProjectTile project={projectLook(project)} />
  if (person) return <Avatar person={person} silent />
  return facet === 'state' ? <StateIcon group={id} /> : null
}

const nameOf = (facet: Facet, { id, name, word }: FacetChoice) => {
  if (facet === 'state') return stateWords[id] ?? name
  if (facet === 'time') return timeWords[id] ?? name
  return word === ME ? 'Me' : name
}

const line =
  'flex h-7 w-full items-center gap-2 rounded-control px-2 text-left max-md:h-11 hover:bg-hover aria-pressed:bg-press'

type ChoicesProps = {
  facet: Facet
  label: string
  choices: readonly FacetChoice[]
  onChoose: (choice: FacetChoice) => void
  /** The last line. */
  children?: React.ReactNode
}

const Choices = ({ facet, label, choices, onChoose, children }: ChoicesProps) => {
  const shown = choices.filter((choice, at) => at < MOST || choice.is_chosen)
  if (shown.length === 0 && !children) return null
  return (
    <section aria-label={label} className="pb-4">
      <h2 className="px-2 pb-1 text-12 text-ink-2">{label}</h2>
      {shown.map(choice => (
        <button
          key={choice.id}
          type="button"
          aria-pressed={choice.is_chosen}
          onClick={() => onChoose(choice)}
          className={line}
        >
          <Mark facet={facet} id={choice.id} />
          <span className="cut flex-1">{nameOf(facet, choice)}</span>
          <span className="num text-12 text-ink-2">{choice.count}</span>
          {choice.is_chosen && <Icon name="x" size={12} />}
        </button>
      ))}
      {children}
    </section>
  )
}

/** Any person by their name, as the choices hold those alone who wrote most. */
const SomeoneElse = ({ onPick }: { onPick: (word: string) => void }) => {
  const people = useChoices(null).members
  const { me } = useSession()
  const choose = (ids: string[]) => {
    const person = people.find(({ id }) => id === ids[0])
    if (person) onPick(person.id === me?.id ? ME : wordOfPerson(person.name))
  }
  return (
    <Picker label="Person" value={[]} options={people} onPick={choose}>
      <button type="button" className={line}>
        <Icon name="plus" size={14} className="mx-0.5 text-ink-3" />
        <span className="flex-1">Someone else</span>
      </button>
    </Picker>
  )
}

type FacetsProps = {
  found: FindAnswer
  onChoose: (choice: FacetChoice) => void
  /** A person who is not among the choices. */
  onPerson: (word: string) => void
  onAnyTime: () => void
  className?: string
}

/** Choices that narrow the search, with what each leaves. */
export const Facets = ({ found: { facets, filters }, className, ...props }: FacetsProps) => {
  const { onChoose, onPerson, onAnyTime } = props
  const ofTime = filters.filter(({ word }) => /^(after|before):/.test(word))
  return (
    <aside aria-label="Narrow the search" className={classes('overflow-y-auto px-2 py-3', className)}>
      <Choices facet="project" label="Project" choices={facets.project} onChoose={onChoose} />
      <Choices facet="person" label="Person" choices={facets.person} onChoose={onChoose}>
        <SomeoneElse onPick={onPerson} />
      </Choices>
      <Choices facet="state" label="State" choices={facets.state} onChoose={onChoose} />
      <Choices facet="time" label="Time" choices={facets.time} onChoose={onChoose}>
        {ofTime.length > 0 && (
          <button type="button" onClick={onAnyTime} className={line}>
            <span className="flex-1">Any time</span>
            {ofTime.length === 1 && (
              <span className="num text-12 text-ink-2">{ofTime[0]!.total_without}</span>
            )}
          </button>
        )}
      </Choices>
    </aside>
  )
}
