import { useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { instancePeopleRoutes, personStates } from '#contract/workspace/instancePeople.ts'
import { call } from '../data/client.ts'
import { useSession } from '../data/session.ts'
import { FindField } from '../shell/list/FindField.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { FoundFailed } from './FoundFailed.tsx'
import { InstanceFrame } from './InstanceFrame.tsx'
import { noteOut, useInstance } from './instance.ts'
import { DeactivatePerson, HandOverLink } from './PersonDialogs.tsx'
import { GRID, nameOf, type Person, PersonRow, stateNames } from './PersonRow.tsx'
import { useChanged } from './useChanged.ts'
import { useFound } from './useFound.ts'

type State = Person['state']

const usePeople = (search: string, state: State | null) => {
  const list = useFound<Person>(`${state ?? ''} ${search}`, async cursor => {
    const query = { ...cursor, ...(search && { search }), ...(state && { state }), per_page: '50' }
    return (await call(instancePeopleRoutes.list, { query })).body
  })
  useChanged(list.refresh)
  const closed = (id: string) => list.change(id, { state: 'deactivated', total_workspaces: 0 })
  const reactivate = async (person: Person) => {
    try {
      await call(instancePeopleRoutes.reactivate, { params: { userId: person.id } })
      list.change(person.id, { state: person.last_active ? 'active' : 'never' })
    } catch (failure) {
      noteOut(failure)
      toast.failure(`${nameOf(person)} was not reactivated. ${messageOf(failure)}`)
      list.again()
    }
  }
  return { ...list, closed, reactivate }
}

const StateFilter = ({
  state,
  onChange,
}: {
  state: State | null
  onChange: (state: State | null) => void
}) => (
  <Menu
    align="end"
    entries={[
      { id: 'all', label: 'Everybody', checked: state === null, run: () => onChange(null) },
      ...personStates.map(one => ({
        id: one,
        label: stateNames[one],
        checked: state === one,
        run: () => onChange(one),
      })),
    ]}
  >
    <Button icon="list-filter" on={state !== null}>
      {state === null ? 'State' : stateNames[state]}
    </Button>
  </Menu>
)

const Heads = () => (
  <div className={`${GRID} -mx-2 h-7 text-12 text-ink-3 max-md:hidden`} aria-hidden="true">
    <span>Name</span>
    <span>State</span>
    <span>Last active</span>
    <span>Workspaces</span>
  </div>
)

type NobodyProps = { search: string; onClear: () => void }

const Nobody = ({ search, onClear }: NobodyProps) => (
  <EmptyState
    title={search ? `Nobody called ${search}` : 'Nobody is in this state'}
    actions={
      <Button variant="neutral" size="large" onClick={onClear}>
        Clear the search
      </Button>
    }
  >
    Every account was searched.
  </EmptyState>
)

/** Everybody who has an account, and what becomes of it: the one place where a closed one is opened again. */
export const PeopleScreen = () => {
  const [query, setQuery] = useState('')
  const [state, setState] = useState<State | null>(null)
  const search = query.trim()
  const { me } = useInstance()
  const config = useSession().instance?.config
  const people = usePeople(search, state)
  const [ending, setEnding] = useState<Person | null>(null)
  const [handing, setHanding] = useState<Person | null>(null)
  const { found, isFailed } = people
  return (
    <InstanceFrame title="People" intro="Everyone with an account here, whichever workspaces they are in.">
      <div className="mt-4 mb-1 flex min-h-9 flex-wrap items-center gap-2">
        <h3 className="font-medium">Accounts</h3>
        {found && <Count value={found.total} />}
        <span className="flex-1" />
        <FindField label="Find people" placeholder="Name or e-mail" value={query} onChange={setQuery} />
        <StateFilter state={state} onChange={setState} />
      </div>
      {found === null &&
        (isFailed ? <FoundFailed what="people" again={people.again} /> : <RowsSkeleton rows={6} />)}
      {found && found.rows.length > 0 && (
        <>
          <Heads />
          <ul aria-label="People">
            {found.rows.map(person => (
              <PersonRow
                key={person.id}
                person={person}
                isMe={person.id === me?.id}
                noLink={config?.is_email_password_enabled === false && 'Nobody signs in by password here'}
                onLink={() => setHanding(person)}
                onDeactivate={() => setEnding(person)}
                onReactivate={() => void people.reactivate(person)}
              />
            ))}
          </ul>
        </>
      )}
      {found?.rows.length === 0 && (
        <Nobody
          search={search}
          onClear={() => {
            setQuery('')
            setState(null)
          }}
        />
      )}
      {found?.next && (
        <Button variant="neutral" className="mt-2" onClick={people.more}>
          Show more
        </Button>
      )}
      {ending && (
        <DeactivatePerson
          person={ending}
          onClose={() => setEnding(null)}
          onDone={() => {
            people.closed(ending.id)
            setEnding(null)
          }}
        />
      )}
      {handing && <HandOverLink person={handing} onClose={() => setHanding(null)} />}
    </InstanceFrame>
  )
}
