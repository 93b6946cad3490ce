import { type KeyboardEvent, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { roleColour } from '../../ui/colours.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LabelDot } from '../../ui/marks/Label.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import {
  changeLabel,
  deleteLabel,
  type Label,
  type LabelLine as Line,
  mayPut,
  mergeLabel,
  putLabel,
  takeOut,
} from './labelActs.ts'
import { shades } from './rows/ColourDots.tsx'
import { DropMark } from './rows/DropMark.tsx'
import { InlineName } from './rows/InlineName.tsx'
import { Successor } from './rows/Successor.tsx'
import { useRowDrag } from './rows/useRowDrag.ts'
import { issuesText } from './settingsProject.ts'

type LabelLineProps = Line & {
  labels: readonly Label[]
  count: number | null
  mayEdit: boolean
  /** Found ones stand in no order of their own. */
  isFixed: boolean
  isFolded: boolean
  onFold: () => void
  onStep: (by: -1 | 1) => void
  onAdd: () => void
  onSay: (words: string) => void
}
type Asked = 'merge' | 'delete' | null

const entriesOf = (
  { label, labels, below, isFixed, onStep, onAdd }: LabelLineProps,
  rename: () => void,
  ask: (asked: Asked) => void,
): MenuEntry[] => {
  const group = labels.find(one => one.id === label.parent)
  const groups = labels.filter(one => one.parent === null && one.id !== label.id && one.id !== label.parent)
  const colours = shades.map(([name, hex]) => ({
    id: name,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    icon: <span className="size-3.5 flex-none rounded-full" style={{ background: roleColour(hex) }} />,
    checked: label.color.toLowerCase() === hex,
    run: () => void changeLabel(label, { color: hex }),
  }))
  return [
    { id: 'rename', label: 'Rename', icon: 'pencil', keys: 'f2', run: rename },
    { id: 'colour', label: 'Change colour', icon: 'palette', children: colours },
    ...(group
      ? [
          {
            id: 'out',
            label: `Take it out of ${group.name}`,
            icon: 'undo-2' as const,
            run: () => void takeOut(labels, label, group),
          },
        ]
      : [{ id: 'add', label: 'New label inside', icon: 'plus' as const, run: onAdd }]),
    {
      id: 'inside',
      label: 'Put it inside',
      icon: 'corner-down-right',
      disabled: below > 0 ? 'It holds labels itself' : groups.length === 0,
      children: groups.map(one => ({
        id: one.id,
        label: one.name,
        icon: <LabelDot color={one.color} />,
        run: () => void putLabel(labels, label, one, 'inside'),
      })),
    },
    ...(isFixed
      ? []
      : ([
          { id: 'up', label: 'Move up', icon: 'arrow-up', keys: 'alt+up', run: () => onStep(-1) },
          { id: 'down', label: 'Move down', icon: 'arrow-down', keys: 'alt+down', run: () => onStep(1) },
        ] as const)),
    {
      id: 'merge',
      label: 'Merge into another…',
      icon: 'replace',
      disabled: labels.length < 2 && 'There is no other',
      run: () => ask('merge'),
    },
    { id: 'rule', rule: true },
    { id: 'delete', label: 'Delete…', icon: 'trash-2', danger: true, run: () => ask('delete') },
  ]
}

const Bend = ({ isLast }: { isLast: boolean }) => (
  <span aria-hidden="true" className="relative -my-2 w-4 flex-none self-stretch">
    <span
      className={classes('absolute top-0 left-1 w-3 rounded-bl-[5px] border-line border-b border-l', 'h-1/2')}
    />
    {!isLast && <span className="absolute inset-y-0 left-1 w-px bg-line" />}
  </span>
)

export const LabelLine = (props: LabelLineProps) => {
  const { label, depth, below, isLast, labels, count, mayEdit, isFixed, isFolded, onFold, onStep, onSay } =
    props
  const [isEdited, setEdited] = useState(false)
  const [asked, setAsked] = useState<Asked>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const { row, isDragged, over } = useRowDrag<HTMLDivElement>({
    id: label.id,
    kind: 'labelId',
    isFixed: !mayEdit || isFixed || isEdited,
    holds: true,
    spotFor: (id, spot) => {
      const dragged = labels.find(one => one.id === id)
      return dragged && mayPut(labels, dragged, label, spot) ? spot : null
    },
    onDrop: (id, spot) => {
      const dragged = labels.find(one => one.id === id)
      if (!dragged) return
      void putLabel(labels, dragged, label, spot)
      onSay(`${dragged.name} stands ${spot} ${label.name}.`)
    },
  })
  const press = (event: KeyboardEvent) => {
    if (!mayEdit || isEdited) return
    if (event.key === 'F2') setEdited(true)
    else if (!isFixed && event.altKey && event.key === 'ArrowUp') onStep(-1)
    else if (!isFixed && event.altKey && event.key === 'ArrowDown') onStep(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const put = over?.spot === 'inside' && labels.find(one => one.id === over.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what has the focus is in it
    <div
      ref={row}
      data-label={label.id}
      onKeyDown={press}
      className={classes(
        'group relative rounded-control',
        put ? 'bg-accent/10' : asked ? 'bg-press' : 'hover:bg-hover',
        isDragged && 'opacity-42',
      )}
    >
      <DropMark spot={over?.spot ?? null} />
      <div className="flex h-9 items-center gap-2 px-2 max-md:h-12">
        <span aria-hidden="true" className="grid w-4 flex-none place-items-center text-ink-3 max-md:hidden">
          {mayEdit && !isFixed && (
            <Icon
              name="grip-vertical"
              size={14}
              className="cursor-grab opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
            />
          )}
        </span>
        {depth > 0 && <Bend isLast={isLast} />}
        <LabelDot color={label.color} className="!size-2.5" />
        {isEdited ? (
          <InlineName
            label={`Name of ${label.name}`}
            value={label.name}
            maxLength={255}
            onEnd={name => {
              setEdited(false)
              requestAnimationFrame(() => menu.current?.focus())
              if (name && name !== label.name) void changeLabel(label, { name })
            }}
          />
        ) : (
          <>
            {mayEdit ? (
              <button
                type="button"
                onClick={() => setEdited(true)}
                className="cut min-w-6 rounded-tag text-left max-md:h-11 max-md:text-15"
              >
                {label.name}
              </button>
            ) : (
              <span className="cut">{label.name}</span>
            )}
            {below > 0 && (
              <button
                type="button"
                aria-expanded={!isFolded}
                aria-label={`${isFolded ? 'Show' : 'Hide'} the labels inside ${label.name}`}
                onClick={onFold}
                className="flex h-6 flex-none items-center gap-1 rounded-tag px-1 text-12 text-ink-3 hover:bg-hover max-md:h-11 max-md:min-w-11"
              >
                <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={12} />
                {below}
              </button>
            )}
            {put && <span className="cut text-12 text-accent">{`Put ${put.name} inside ${label.name}`}</span>}
            <span className="flex-1" />
          </>
        )}
        <span className="num w-20 flex-none text-right text-12 text-ink-2 max-md:w-16">
          {count === null ? '' : issuesText(count)}
        </span>
        <span className="w-8 flex-none max-md:w-11">
          {mayEdit && (
            <Menu align="end" entries={entriesOf(props, () => setEdited(true), setAsked)}>
              <IconButton
                ref={menu}
                icon="ellipsis"
                label={`Actions for ${label.name}`}
                className="ml-1 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
              />
            </Menu>
          )}
        </span>
      </div>
      {asked && <Question {...props} asked={asked} onEnd={() => setAsked(null)} />}
    </div>
  )
}

const Question = ({
  label,
  labels,
  below,
  count,
  asked,
  onEnd,
}: LabelLineProps & { asked: 'merge' | 'delete'; onEnd: () => void }) => (
  <Successor
    key={asked}
    question={
      asked === 'merge'
        ? `${issuesText(count ?? 0)} with ${label.name} get`
        : `${issuesText(count ?? 0)} ${count === 1 ? 'has' : 'have'} ${label.name}. Give them`
    }
    label="Label instead"
    options={labels
      .filter(one => one.id !== label.id)
      .map(one => ({ id: one.id, name: one.name, icon: <LabelDot color={one.color} /> }))}
    first={null}
    {...(asked === 'delete' && { none: 'No label' })}
    startsWithNone={asked === 'delete'}
    action={asked === 'merge' ? `Merge ${label.name}` : `Delete ${label.name}`}
    text={
      below > 0 &&
      (asked === 'merge' ? 'The labels inside go along.' : 'The labels inside move to the top, or go along.')
    }
    onCancel={onEnd}
    onGo={next => {
      onEnd()
      void (next ? mergeLabel(label, next) : deleteLabel(label))
    }}
  />
)
