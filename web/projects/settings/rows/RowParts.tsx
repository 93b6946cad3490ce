/** The common parts of rows of states, labels and estimate values. */
import type { ReactNode, Ref } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../../ui/popups/Menu.tsx'
import { issuesText } from '../settingsProject.ts'
import { DropMark } from './DropMark.tsx'
import type { Spot } from './useRowDrag.ts'

type RowPartsProps = {
  name: string
  /** Where one that is dragged over it would come. */
  spot: Spot | null
  isMovable: boolean
  /** Null until it is known. */
  count: number | null
  /** Null without the right to change anything. */
  entries: readonly MenuEntry[] | null
  menu: Ref<HTMLButtonElement>
  children: ReactNode
}

/** Grip, content, number of issues, and menu. */
export const RowParts = ({ name, spot, isMovable, count, entries, menu, children }: RowPartsProps) => (
  <>
    <DropMark spot={spot} />
    <div className="flex h-9 items-center gap-2 px-2 max-md:h-12">
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
      <span className="num w-20 flex-none text-right text-12 text-ink-2 max-md:w-16">
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
