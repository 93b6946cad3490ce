import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { removeFavorite } from '../../data/favorites.ts'
import { DropMark } from '../../settings/rows/DropMark.tsx'
import { InlineName } from '../../settings/rows/InlineName.tsx'
import { type Spot, useRowDrag } from '../../settings/rows/useRowDrag.ts'
import { SIDEBAR_ROW } from '../../shell/sidebar/Sidebar.tsx'
import { stepEntries } from '../../shell/stepEntries.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { deleteFolder, moveTo, renameFolder, step } from './favoriteActs.ts'
import type { Kept } from './favoriteTree.tsx'

type FavoriteLineProps = {
  kept: Kept
  /** The top level: folders, and favourites in none. */
  top: readonly Kept[]
  isShut: boolean
  onFold: () => void
  /** Those in it, where it is a folder that is open. */
  children?: ReactNode
}

const inFolders = (top: readonly Kept[]) => top.flatMap(one => [one, ...one.held])
export const isTaken = (top: readonly Kept[], name: string, except?: string) =>
  top.some(({ row }) => row.is_folder && row.id !== except && row.name?.toLowerCase() === name.toLowerCase())

/** Moved into another list it is another element: the focus goes with it. */
const focusAgain = (id: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-favorite="${id}"] :is(a, button)`)?.focus(),
  )

const useMoves = ({ kept, top, isShut, onFold }: FavoriteLineProps) => {
  const { row } = kept
  const folder = top.find(one => one.row.id === row.parent) ?? null
  const among = folder ? folder.held : top
  const into = (target: Kept) => moveTo(row, target.row.id, target.held, null, 'after')
  const out = (target: Kept) => moveTo(row, null, top, target.row.id, 'after')
  const drag = useRowDrag({
    id: row.id,
    kind: 'favorite',
    isFixed: false,
    holds: row.is_folder,
    spotFor: (dragged, spot): Spot | null => {
      const moved = inFolders(top).find(one => one.row.id === dragged)
      if (!moved) return null
      // Folders are at the top alone.
      if (moved.row.is_folder && folder) return null
      return moved.row.is_folder && spot === 'inside' ? 'after' : spot
    },
    onDrop: (dragged, spot) => {
      const moved = inFolders(top).find(one => one.row.id === dragged)
      if (!moved) return
      if (spot === 'inside') moveTo(moved.row, row.id, kept.held, null, 'after')
      else moveTo(moved.row, folder?.row.id ?? null, among, row.id, spot)
    },
  })
  const press = (event: KeyboardEvent) => {
    const isFold = row.is_folder && !event.altKey
    const above = top[top.findIndex(one => one.row.id === row.id) - 1]
    if (event.altKey && event.key === 'ArrowUp') step(row, among, -1)
    else if (event.altKey && event.key === 'ArrowDown') step(row, among, 1)
    else if (event.altKey && event.key === 'ArrowRight' && !row.is_folder && above?.row.is_folder) into(above)
    else if (event.altKey && event.key === 'ArrowLeft' && folder) out(folder)
    else if (isFold && event.key === (isShut ? 'ArrowRight' : 'ArrowLeft')) onFold()
    else return
    event.preventDefault()
    event.stopPropagation()
    focusAgain(row.id)
  }
  const steps = stepEntries({
    id: row.id,
    among: among.map(one => one.row),
    onStep: by => void step(row, among, by),
  })
  return { ...drag, folder, into, out, press, steps }
}

/** A favourite's link, or a folder; moved with the mouse, by Alt with the arrows, and by its menu. */
export const FavoriteLine = (props: FavoriteLineProps) => {
  const { kept, top, isShut, onFold, children } = props
  const { row: favorite, label, link } = kept
  const { row, isDragged, over, folder, into, out, press, steps } = useMoves(props)
  const [isNamed, setNamed] = useState(false)
  const rename = (name: string | null) => {
    setNamed(false)
    if (!name || name === label) return
    if (isTaken(top, name, favorite.id)) toast.failure(`There is already a folder called “${name}”.`)
    else renameFolder(favorite, name)
  }
  const folders = top.filter(one => one.row.is_folder && one !== folder)
  const entries: MenuEntry[] = favorite.is_folder
    ? [
        { id: 'rename', label: 'Rename', icon: 'pencil', run: () => setTimeout(() => setNamed(true)) },
        {
          id: 'remove',
          label: 'Delete folder',
          icon: 'trash-2',
          run: () => deleteFolder(kept),
        },
      ]
    : [
        ...(folders.length > 0
          ? [
              {
                id: 'into',
                label: 'Move to folder',
                icon: 'folder' as const,
                children: folders.map(one => ({
                  id: one.row.id,
                  label: one.label,
                  icon: 'folder' as const,
                  run: () => into(one),
                })),
              },
            ]
          : []),
        ...(folder
          ? [
              {
                id: 'out',
                label: `Move out of ${folder.label}`,
                icon: 'arrow-left' as const,
                run: () => out(folder),
              },
            ]
          : []),
        {
          id: 'remove',
          label: 'Remove from favourites',
          icon: 'star',
          run: () => void removeFavorite(favorite),
        },
      ]
  const look = classes(SIDEBAR_ROW, 'w-full')
  return (
    <li>
      <div
        ref={row as never}
        data-favorite={favorite.id}
        className={classes(
          'group/favorite relative rounded-control',
          isDragged && 'opacity-45',
          over?.spot === 'inside' && 'bg-accent-tint outline-2 outline-accent -outline-offset-2',
        )}
      >
        <DropMark spot={over?.spot ?? null} />
        {isNamed ? (
          <span className="flex h-7 items-center pl-2 max-md:h-11">
            <InlineName label="Name of the folder" value={label} maxLength={255} onEnd={rename} />
          </span>
        ) : link ? (
          <NavLink to={link.href} end draggable={false} className={look} onKeyDown={press}>
            {link.icon}
            <span className="cut flex-1 pr-5 max-md:pr-9">{label}</span>
          </NavLink>
        ) : (
          <button
            type="button"
            aria-expanded={!isShut}
            onClick={onFold}
            onKeyDown={event => {
              if (event.key !== 'F2') return press(event)
              event.preventDefault()
              setNamed(true)
            }}
            className={classes(look, 'text-left')}
          >
            <Icon name={isShut ? 'chevron-right' : 'chevron-down'} />
            <span className="cut flex-1 pr-5 max-md:pr-9">{label}</span>
          </button>
        )}
        {!isNamed && (
          <Menu entries={[...steps, ...entries]}>
            <IconButton
              icon="ellipsis"
              size="strip"
              tooltip={false}
              label={`Actions for ${label}`}
              className="absolute top-0.5 right-0.5 opacity-0 focus-visible:opacity-100 group-hover/favorite:opacity-100 data-[popup-open]:opacity-100 max-md:inset-y-0 max-md:right-0 max-md:size-11 pointer-coarse:opacity-100"
            />
          </Menu>
        )}
      </div>
      {children}
    </li>
  )
}
