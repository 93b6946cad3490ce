/** The common parts of rows of states, labels and estimate values. */
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { issuesText } from '../settingsProject.ts'
import { DropMark } from './DropMark.tsx'
import { holdRow } from './fingerDrag.ts'
import type { Held } from './fingerTargets.ts'
import type { Spot } from './useRowDrag.ts'

type RowPartsProps = {
  name: string
  /** Where one that is dragged over it would come. */
  spot: Spot | null
  isMovable: boolean
  /** What a finger, or a pen, moves by the grip. */
  held: Held
  onStep: (by: -1 | 1) => void
  /** Null until it is known. */
  count: number | null
  /** Null without the right to change anything. */
  entries: readonly MenuEntry[] | null
  menu: Ref<HTMLButtonElement>
  children: ReactNode
}

/** What a finger moves the row by; whoever has keys alone moves it by the arrows. */
const TouchGrip = ({ name, held, onStep }: Pick<RowPartsProps, 'name' | 'held' | 'onStep'>) => {
  const press = (event: KeyboardEvent) => {
    if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      type="button"
      aria-label={`Move ${name}`}
      aria-keyshortcuts="ArrowUp ArrowDown"
      onPointerDown={event => holdRow(event, held)}
      onKeyDown={press}
      // A finger that rests on it holds the row: it asks for no menu of the browser.
      onContextMenu={event => event.preventDefault()}
      className="hidden size-11 flex-none touch-none place-items-center rounded-control text-ink-3 active:bg-press max-md:grid pointer-coarse:grid"
    >
      <Icon name="grip-vertical" size={16} />
    </button>
  )
}

/** Grip, content, number of issues, and menu. */
export const RowParts = ({
  name,
  spot,
  isMovable,
  held,
  onStep,
  count,
  entries,
  menu,
  children,
}: RowPartsProps) => (
  <>
    <DropMark spot={spot} />
    <div className="flex h-9 items-center gap-2 px-2 max-md:h-13 max-md:pr-0">
      <span aria-hidden="true" className="grid w-4 flex-none place-items-center text-ink-3 max-md:hidden">
        {isMovable && (
          <Icon
            name="grip-vertical"
            size={14}
            className="cursor-grab opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
          />
        )}
      </span>
      {children}
      <span className="num w-20 flex-none text-right text-12 text-ink-2 max-md:w-8">
        {count !== null && (
          <>
            <span className="max-md:hidden">{issuesText(count)}</span>
            <span role="img" aria-label={issuesText(count)} className="md:hidden">
              {count}
            </span>
          </>
        )}
      </span>
      <span className="w-8 flex-none max-md:w-11">
        {entries && (
          <Menu align="end" entries={entries}>
            <IconButton
              ref={menu}
              icon="ellipsis"
              label={`Actions for ${name}`}
              className="ml-1 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
            />
          </Menu>
        )}
      </span>
      {isMovable && <TouchGrip name={name} held={held} onStep={onStep} />}
    </div>
  </>
)

/** A name that a click edits; plain without the right to. */
export const NameInPlace = ({ name, onEdit }: { name: string; onEdit: (() => void) | null }) =>
  onEdit ? (
    <button
      type="button"
      onClick={onEdit}
      className="cut min-w-6 rounded-tag text-left max-md:h-11 max-md:text-15"
    >
      {name}
    </button>
  ) : (
    <span className="cut">{name}</span>
  )
