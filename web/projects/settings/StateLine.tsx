import { useState } from 'react'
import { type StateGroup, stateGroups } from '#contract/work/states.ts'
import { StateRowSign } from '../../issues/fields/StateSign.tsx'
import { colourEntries } from '../../settings/rows/ColourDots.tsx'
import { InlineName } from '../../settings/rows/InlineName.tsx'
import { NameInPlace, RowParts } from '../../settings/rows/RowParts.tsx'
import { Successor } from '../../settings/rows/Successor.tsx'
import { useInPlace } from '../../settings/rows/useInPlace.ts'
import { useRowDrag } from '../../settings/rows/useRowDrag.ts'
import { issuesText } from '../../settings/settingsProject.ts'
import { classes } from '../../ui/classes.ts'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { changeState, deleteState, groupNames, makeDefault, moveState, type State } from './stateActs.ts'

type StateLineProps = {
  state: State
  states: readonly State[]
  /** A started state after the first is drawn fuller. */
  isLater: boolean
  isAlone: boolean
  count: number | null
  mayEdit: boolean
  onStep: (by: -1 | 1) => void
  onSay: (words: string) => void
}

const groupOf = (state: State) => groupNames[state.group as StateGroup]

const entriesOf = (
  { state, states, isAlone, onStep, count }: StateLineProps,
  rename: () => void,
  describe: () => void,
  ask: () => void,
): MenuEntry[] => {
  const alone = `${groupOf(state)} needs at least one state`
  const fixed = state.default
    ? 'New issues start here: make another state the default first'
    : isAlone && alone
  return [
    { id: 'rename', label: 'Rename', icon: 'pencil', keys: 'f2', run: rename },
    { id: 'describe', label: 'Change the description', icon: 'align-left', run: describe },
    {
      id: 'default',
      label: 'Set as default',
      icon: 'circle-dot',
      disabled: state.default && 'It is the default',
      run: () =>
        void makeDefault(
          state,
          states.find(one => one.default),
        ),
    },
    {
      id: 'colour',
      label: 'Change colour',
      icon: 'palette',
      children: colourEntries(state.color, color => void changeState(state, { color })),
    },
    {
      id: 'group',
      label: 'Move to another group',
      icon: 'corner-down-right',
      disabled: isAlone && alone,
      children: stateGroups
        .filter(group => group !== state.group)
        .map(group => ({
          id: group,
          label: groupNames[group],
          icon: <StateIcon group={group} />,
          run: () => void moveState(states, state, group, null, 'after'),
        })),
    },
    { id: 'up', label: 'Move up', icon: 'arrow-up', keys: 'alt+up', run: () => onStep(-1) },
    { id: 'down', label: 'Move down', icon: 'arrow-down', keys: 'alt+down', run: () => onStep(1) },
    { id: 'rule', rule: true },
    {
      id: 'delete',
      label: count === 0 ? 'Delete' : 'Delete…',
      icon: 'trash-2',
      danger: true,
      disabled: fixed,
      run: ask,
    },
  ]
}

export const StateLine = (props: StateLineProps) => {
  const { state, states, isLater, isAlone, count, mayEdit, onStep, onSay } = props
  const { edited, edit, end, press, menu } = useInPlace<'name' | 'description'>({
    first: 'name',
    mayEdit,
    onStep,
  })
  const [isAsked, setAsked] = useState(false)
  const { row, isDragged, over, held } = useRowDrag({
    id: state.id,
    kind: 'stateId',
    isFixed: !mayEdit || edited !== null,
    spotFor: (id, spot) => {
      const dragged = states.find(one => one.id === id)
      const alone = states.filter(one => one.group === dragged?.group).length === 1
      return dragged && (dragged.group === state.group || !alone) ? spot : null
    },
    onDrop: (id, spot) => {
      const dragged = states.find(one => one.id === id)
      if (!dragged || spot === 'inside') return
      void moveState(states, dragged, state.group, state.id, spot)
      onSay(`${dragged.name} stands ${spot} ${state.name}.`)
    },
  })
  const remove = async () => {
    // Archived issues are in no list, and have the state all the same: then the server is asked.
    if (count !== 0) return setAsked(true)
    if (!(await deleteState(state, null))) setAsked(true)
  }
  const keep = (field: 'name' | 'description', text: string | null) => {
    end()
    if (text !== null && text !== state[field])
      void changeState(state, field === 'name' ? { name: text } : { description: text })
  }
  return (
    <li
      ref={row}
      data-state={state.id}
      onKeyDown={press}
      className={classes(
        'group relative rounded-control',
        isAsked ? 'bg-press' : 'hover:bg-hover',
        isDragged && 'opacity-42',
      )}
    >
      <RowParts
        name={state.name}
        spot={over?.spot ?? null}
        isMovable={mayEdit}
        held={held}
        onStep={onStep}
        count={count}
        menu={menu}
        entries={
          mayEdit
            ? entriesOf(
                props,
                () => edit('name'),
                () => edit('description'),
                () => void remove(),
              )
            : null
        }
      >
        <StateIcon group={state.group} color={state.color} later={isLater} label={`${groupOf(state)}:`} />
        {edited ? (
          <InlineName
            label={edited === 'name' ? `Name of ${state.name}` : `Description of ${state.name}`}
            value={state[edited]}
            maxLength={255}
            onEnd={text => keep(edited, text)}
          />
        ) : (
          <>
            <NameInPlace name={state.name} onEdit={mayEdit ? () => edit('name') : null} />
            <span className="cut min-w-0 flex-1 text-12 text-ink-3 max-md:hidden">{state.description}</span>
            <span className="flex-1 md:hidden" />
          </>
        )}
        {state.default && (
          <span className="h-[18px] flex-none rounded-tag bg-press px-1.5 font-medium text-11 text-ink-2 leading-[18px]">
            Default
          </span>
        )}
      </RowParts>
      {isAsked && !isAlone && !state.default && (
        <Successor
          question={
            count
              ? `${issuesText(count)} ${count === 1 ? 'is' : 'are'} in ${state.name}. Put them in`
              : `Archived issues may be in ${state.name}. Put them in`
          }
          label="State instead"
          options={states
            .filter(one => one.id !== state.id)
            .map(one => ({
              id: one.id,
              name: one.name,
              icon: <StateRowSign state={one} />,
            }))}
          first={states.find(one => one.group === state.group && one.id !== state.id)?.id ?? null}
          action={`Delete ${state.name}`}
          onCancel={() => setAsked(false)}
          onGo={next => {
            setAsked(false)
            void deleteState(state, next)
          }}
        />
      )}
    </li>
  )
}
