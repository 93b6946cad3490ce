import { useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { InlineName } from '../../settings/rows/InlineName.tsx'
import { SidebarHeading } from '../../shell/sidebar/Sidebar.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { FavoriteLine, isTaken } from './FavoriteLine.tsx'
import { addFolder } from './favoriteActs.ts'
import { useFavoriteTree } from './favoriteTree.tsx'

const KEY = 'favorites.shut'
const ALL = 'all'

const read = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Folders that are shut in this browser, and whether all of it is. */
const state = proxy({ shut: read() })

const fold = (id: string) => {
  state.shut = state.shut.includes(id) ? state.shut.filter(one => one !== id) : [...state.shut, id]
  try {
    localStorage.setItem(KEY, JSON.stringify(state.shut))
  } catch {
    // Then it is remembered for this page only.
  }
}

type FavoritesProps = { slug: string; workspaceId: string }

/** This person's favourites in the sidebar; nothing while there are none. */
export const Favorites = ({ slug, workspaceId }: FavoritesProps) => {
  const top = useFavoriteTree(slug, workspaceId)
  const { shut } = useSnapshot(state)
  const [isNaming, setNaming] = useState(false)
  if (top.length === 0) return null
  const isShut = shut.includes(ALL)
  const create = (name: string | null) => {
    setNaming(false)
    if (!name) return
    if (isTaken(top, name)) toast.failure(`There is already a folder called “${name}”.`)
    else addFolder(name, Math.max(...top.map(({ row }) => row.sequence)))
  }
  return (
    <section aria-label="Favourites">
      <SidebarHeading
        isShut={isShut}
        onToggle={() => fold(ALL)}
        action={
          <IconButton
            icon="plus"
            size="strip"
            label="New folder"
            className="opacity-0 focus-visible:opacity-100 group-focus-within/heading:opacity-100 group-hover/heading:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100"
            onClick={() => {
              if (isShut) fold(ALL)
              setNaming(true)
            }}
          />
        }
      >
        Favourites
      </SidebarHeading>
      {isNaming && (
        <span className="flex h-7 items-center pl-2 max-md:h-11">
          <InlineName
            label="Name of the folder"
            placeholder="Folder"
            value=""
            maxLength={255}
            onEnd={create}
          />
        </span>
      )}
      {!isShut && (
        <ul>
          {top.map(kept => {
            const isFolded = shut.includes(kept.row.id)
            return (
              <FavoriteLine
                key={kept.row.id}
                kept={kept}
                top={top}
                isShut={isFolded}
                onFold={() => fold(kept.row.id)}
              >
                {!isFolded && kept.held.length > 0 && (
                  <ul className="mt-px mb-1 ml-[17px] pl-2 shadow-[inset_1px_0_0_var(--line)]">
                    {kept.held.map(one => (
                      <FavoriteLine key={one.row.id} kept={one} top={top} isShut onFold={() => {}} />
                    ))}
                  </ul>
                )}
              </FavoriteLine>
            )
          })}
        </ul>
      )}
    </section>
  )
}
