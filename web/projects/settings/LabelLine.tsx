import { useState } from 'react'
import { colourEntries } from '../../settings/rows/ColourDots.tsx'
import { InlineName } from '../../settings/rows/InlineName.tsx'
import { NameInPlace, RowParts } from '../../settings/rows/RowParts.tsx'
import { Successor } from '../../settings/rows/Successor.tsx'
import { useInPlace } from '../../settings/rows/useInPlace.ts'
import { useRowDrag } from '../../settings/rows/useRowDrag.ts'
import { issuesText } from '../../settings/settingsProject.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icons.tsx'
import { LabelDot } from '../../ui/marks/Label.tsx'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
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

type LabelLineProps = Line & {
  labels: readonly Label[]
  count: number | null
  mayEdit: boolean
  /** Found ones are in no order of their own. */
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
  const colours = colourEntries(label.color, color => void changeLabel(label, { color }))
  return [
    { id: 'rename', label: 'Rename', icon: 'pencil', keys: 'f2', run: rename },
    { id: 'colour', label: 'Change colour', icon: 'palette', children: colours },
    ...(group
      ? [
          {
            id: 'out',
            label: `Move out of ${group.name}`,
            icon: 'undo-2' as const,
            run: () => void takeOut(labels, label, group),
          },
        ]
      : [{ id: 'add', label: 'New label inside', icon: 'plus' as const, run: onAdd }]),
    {
      id: 'inside',
      label: 'Move into',
      icon: 'corner-down-right',
      disabled: below > 0 ? 'It contains labels itself' : groups.length === 0 && 'There is no other',
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
  const mayMove = mayEdit && !isFixed
  const { edited, edit, end, press, menu } = useInPlace({ first: 'name', mayEdit, mayStep: mayMove, onStep })
  const [asked, setAsked] = useState<Asked>(null)
  const { row, isDragged, over, held } = useRowDrag<HTMLDivElement>({
    id: label.id,
    kind: 'labelId',
    isFixed: !mayMove || edited !== null,
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
  const keep = (name: string | null) => {
    end()
    if (name && name !== label.name) void changeLabel(label, { name })
  }
  const put = over?.spot === 'inside' && labels.find(one => one.id === over.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its children have the focus
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
      <RowParts
        name={label.name}
        spot={over?.spot ?? null}
        isMovable={mayMove}
        held={held}
        onStep={onStep}
        count={count}
        menu={menu}
        entries={mayEdit ? entriesOf(props, () => edit('name'), setAsked) : null}
      >
        {depth > 0 && <Bend isLast={isLast} />}
        <LabelDot color={label.color} className="!size-2.5" />
        {edited ? (
          <InlineName label={`Name of ${label.name}`} value={label.name} maxLength={255} onEnd={keep} />
        ) : (
          <>
            <NameInPlace name={label.name} onEdit={mayEdit ? () => edit('name') : null} />
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
      </RowParts>
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
      (asked === 'merge'
        ? 'The labels inside move with it.'
        : 'The labels inside move to the top level, or into the label you choose.')
    }
    onCancel={onEnd}
    onGo={next => {
      onEnd()
      void (next ? mergeLabel(label, next) : deleteLabel(label))
    }}
  />
)
