import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRows } from '../../data/rows.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Avatar, type Person } from '../../ui/marks/Avatar.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { reveal } from '../blocks/toggleView.ts'
import { scrollerOf } from '../surfaces/scroller.ts'
import { placeOfPerson } from './carets.ts'
import type { DocumentConnection } from './connection.ts'

const SHOWN = 4

const showPlace = (editor: Editor, at: number) => {
  reveal(editor.view, at)
  const scroller = scrollerOf(editor.view.dom)
  const box = scroller.getBoundingClientRect()
  const { top } = editor.view.coordsAtPos(Math.min(at, editor.state.doc.content.size))
  const isSeen = top > box.top + 40 && top < box.bottom - 80
  if (!isSeen) scroller.scrollTop += top - box.top - box.height / 3
}

/** Keeps somebody's caret in sight, until the one who follows does something of their own. */
const useFollowing = (editor: Editor | null, connection: DocumentConnection | null) => {
  const [followed, setFollowed] = useState<Person | null>(null)
  const id = followed?.id
  useEffect(() => {
    if (!id || !editor || !connection) return
    const { awareness } = connection.provider
    const show = () => {
      const at = placeOfPerson(editor, connection, id)
      if (at !== null) showPlace(editor, at)
    }
    const stop = (event: Event) => {
      if (!(event.target as Element).closest?.('[data-follow]')) setFollowed(null)
    }
    show()
    awareness?.on('change', show)
    const own = ['keydown', 'wheel', 'pointerdown', 'touchmove']
    for (const word of own) addEventListener(word, stop, { capture: true, passive: true })
    return () => {
      awareness?.off('change', show)
      for (const word of own) removeEventListener(word, stop, { capture: true })
    }
  }, [id, editor, connection])
  return { followed, follow: setFollowed }
}

type PeopleProps = { editor: Editor | null; connection: DocumentConnection | null }

/** The people who have this text open: a press scrolls to their caret and follows it. */
export const People = ({ editor, connection }: PeopleProps) =>
  connection && <Present editor={editor} connection={connection} />

const Present = ({ editor, connection }: { editor: Editor | null; connection: DocumentConnection }) => {
  const { people } = useSnapshot(connection.state)
  const known = new Map(useRows('user').map(user => [user.id, user]))
  const { followed, follow } = useFollowing(editor, connection)
  const isHere = followed && people.some(person => person.id === followed.id)
  useEffect(() => {
    if (followed && !isHere) follow(null)
  }, [followed, isHere, follow])
  if (people.length === 0) return null
  const all: Person[] = people.map(person => known.get(person.id) ?? person)
  const rest = all.slice(SHOWN)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lie in a row
    <div data-follow className="flex flex-none items-center gap-0.5" role="group" aria-label="Here now">
      {isHere && (
        <Button size="small" className="max-md:hidden" onClick={() => follow(null)}>
          Following {followed.display_name}
        </Button>
      )}
      {all.slice(0, SHOWN).map(person => (
        <Tooltip key={person.id} label={`Follow ${person.display_name}`}>
          <button
            type="button"
            aria-label={`Follow ${person.display_name}`}
            aria-pressed={person.id === followed?.id}
            onClick={() => follow(person.id === followed?.id ? null : person)}
            className={classes(
              'grid size-6 place-items-center rounded-full',
              person.id === followed?.id && 'outline-2 outline-accent outline-offset-1',
            )}
          >
            <Avatar person={person} here silent />
          </button>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Menu
          align="end"
          entries={rest.map(person => ({
            id: person.id,
            label: person.display_name,
            icon: <Avatar person={person} here silent />,
            run: () => follow(person),
          }))}
        >
          <button
            type="button"
            aria-label={`${rest.length} more`}
            className="num grid size-6 place-items-center rounded-full bg-press font-semibold text-[9px] text-ink-2"
          >
            +{rest.length}
          </button>
        </Menu>
      )}
    </div>
  )
}
