import { type KeyboardEvent, useRef, useState } from 'react'
import { type StateGroup, stateGroups } from '#contract/work/states.ts'
import { classes } from '../../ui/classes.ts'
import { roleColour } from '../../ui/colours.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { shades } from './rows/ColourDots.tsx'
import { DropMark } from './rows/DropMark.tsx'
import { InlineName } from './rows/InlineName.tsx'
import { Successor } from './rows/Successor.tsx'
import { useRowDrag } from './rows/useRowDrag.ts'
import { issuesText } from './settingsProject.ts'
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
  const fixed = state.default ? 'Issues begin here: make another one the default first' : isAlone && alone
  return [
    { id: 'rename', label: 'Rename', icon: 'pencil', keys: 'f2', run: rename },
    { id: 'describe', label: 'Change the description', icon: 'align-left', run: describe },
    {
      id: 'default',
      label: 'Make it the default',
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
      children: shades.map(([name, hex]) => ({
        id: name,
        label: name.charAt(0).toUpperCase() + name.slice(1),
        icon: <span className="size-3.5 flex-none rounded-full" style={{ background: roleColour(hex) }} />,
        checked: state.color.toLowerCase() === hex,
        run: () => void changeState(state, { color: hex }),
      })),
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
  const [edited, setEdited] = useState<'name' | 'description' | null>(null)
  const [isAsked, setAsked] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const { row, isDragged, over } = useRowDrag({
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
    // What is in the archive is in no list, and stands in it all the same: then it is asked.
    if (count !== 0) return setAsked(true)
    if (!(await deleteState(state, null))) setAsked(true)
  }
  const press = (event: KeyboardEvent) => {
    if (!mayEdit || edited) return
    if (event.key === 'F2') setEdited('name')
    else if (event.altKey && event.key === 'ArrowUp') onStep(-1)
    else if (event.altKey && event.key === 'ArrowDown') onStep(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const end = (patch: { name: string } | { description: string } | null) => {
    setEdited(null)
    requestAnimationFrame(() => menu.current?.focus())
    if (patch) void changeState(state, patch)
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
      <DropMark spot={over?.spot ?? null} />
      <div className="flex h-9 items-center gap-2 px-2 max-md:h-12">
        <span aria-hidden="true" className="grid w-4 place-items-center text-ink-3 max-md:hidden">
          {mayEdit && (
            <Icon
              name="grip-vertical"
              size={14}
              className="cursor-grab opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
            />
          )}
        </span>
        <StateIcon group={state.group} color={state.color} later={isLater} label={`${groupOf(state)}:`} />
        {edited ? (
          <InlineName
            label={edited === 'name' ? `Name of ${state.name}` : `Description of ${state.name}`}
            value={state[edited]}
            maxLength={255}
            onEnd={text =>
              end(text === null || text === state[edited] ? null : ({ [edited]: text } as { name: string }))
            }
          />
        ) : (
          <>
            {mayEdit ? (
              <button
                type="button"
                onClick={() => setEdited('name')}
                className="cut min-w-6 rounded-tag text-left max-md:h-11 max-md:text-15"
              >
                {state.name}
              </button>
            ) : (
              <span className="cut">{state.name}</span>
            )}
            <span className="cut min-w-0 flex-1 text-12 text-ink-3 max-md:hidden">{state.description}</span>
            <span className="flex-1 md:hidden" />
          </>
        )}
        {state.default && (
          <span className="h-[18px] flex-none rounded-tag bg-press px-1.5 font-medium text-11 text-ink-2 leading-[18px]">
            Default
          </span>
        )}
        <span className="num w-20 flex-none text-right text-12 text-ink-2 max-md:w-16">
          {count === null ? '' : issuesText(count)}
        </span>
        <span className="w-8 flex-none max-md:w-11">
          {mayEdit && (
            <Menu
              align="end"
              entries={entriesOf(
                props,
                () => setEdited('name'),
                () => setEdited('description'),
                () => void remove(),
              )}
            >
              <IconButton
                ref={menu}
                icon="ellipsis"
                label={`Actions for ${state.name}`}
                className="ml-1 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
              />
            </Menu>
          )}
        </span>
      </div>
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
              icon: <StateIcon group={one.group} color={one.color} />,
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
