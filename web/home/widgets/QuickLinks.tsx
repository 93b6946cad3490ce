import { useMemo, useRef, useState } from 'react'
import type { QuickLink } from '#contract/planning/quickLinks.ts'
import { useRows } from '../../data/rows.ts'
import { useHere } from '../../data/viewer.ts'
import { LinkForm, shortAddress, webAddress } from '../../issues/one/Links.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { useFocusAfter } from '../../ui/useFocusAfter.ts'
import { PartHead } from '../figures.tsx'
import { addLink, editLink, removeLink, stepLink } from './quickLinkActs.ts'

/** Addresses that this person wants at hand; nobody else has them. */
export const QuickLinks = () => {
  const { workspaceId } = useHere()
  const rows = useRows('quick_link')
  const [isAdding, setAdding] = useState(false)
  const box = useRef<HTMLElement>(null)
  const focusAfter = useFocusAfter(box)
  const focusAdd = () => focusAfter('button')
  const links = useMemo(
    () =>
      rows
        .filter(row => row.workspace === workspaceId)
        .toSorted((a, b) => a.sort_order - b.sort_order || a.id.localeCompare(b.id)),
    [rows, workspaceId],
  )
  const closeForm = () => {
    setAdding(false)
    focusAdd()
  }
  return (
    <section ref={box} aria-label="Quick links">
      <PartHead title="Quick links">
        <IconButton icon="plus" size="strip" label="Add link" onClick={() => setAdding(true)} />
      </PartHead>
      {links.length === 0 && !isAdding && (
        <p className="py-1 text-ink-3">Keep the links you need at hand. Only you see them.</p>
      )}
      <ul>
        {links.map((link, at) => (
          <LinkLine
            key={link.id}
            link={link}
            onUp={at > 0 ? () => stepLink(links, link, -1) : undefined}
            onDown={at < links.length - 1 ? () => stepLink(links, link, 1) : undefined}
            onRemove={() => {
              removeLink(link)
              focusAdd()
            }}
            onEdited={() => focusAfter(`[data-link="${link.id}"] button`)}
          />
        ))}
      </ul>
      {isAdding && <LinkForm onSave={input => addLink(links, input)} onClose={closeForm} />}
    </section>
  )
}

type LinkLineProps = {
  link: QuickLink
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
  onEdited: () => void
}

const LinkLine = ({ link, onUp, onDown, onRemove, onEdited }: LinkLineProps) => {
  const [isEditing, setEditing] = useState(false)
  const close = () => {
    setEditing(false)
    onEdited()
  }
  if (isEditing)
    return (
      <li>
        <LinkForm link={link} onSave={input => void editLink(link, input)} onClose={close} />
      </li>
    )
  const name = link.title || shortAddress(link.url)
  // Only what the server judged, or this form: anything else is shown and not followed.
  const href = webAddress(link.url)
  return (
    <li
      data-link={link.id}
      className="group -mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11"
    >
      <Icon name="link" className="text-ink-3" />
      <a
        {...(href ? { href } : {})}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={link.url}
        className="cut min-w-0 flex-1 rounded-tag hover:underline"
      >
        {name}
      </a>
      <Menu
        align="end"
        entries={[
          { id: 'copy', label: 'Copy address', icon: 'copy', run: () => void copyText(link.url, 'Address') },
          { id: 'edit', label: 'Edit', icon: 'pencil', run: () => setEditing(true) },
          ...(onUp ? [{ id: 'up', label: 'Move up', icon: 'arrow-up' as const, run: onUp }] : []),
          ...(onDown ? [{ id: 'down', label: 'Move down', icon: 'arrow-down' as const, run: onDown }] : []),
          { id: 'remove', label: 'Remove', icon: 'trash-2', danger: true, run: onRemove },
        ]}
      >
        <IconButton icon="ellipsis" size="strip" label={`Actions for ${name}`} tooltip={false} />
      </Menu>
    </li>
  )
}
