import { useState } from 'react'
import type { Module, ModuleLink } from '#contract/planning/modules.ts'
import { useRow } from '../../data/rows.ts'
import { rowsBy, useShelf } from '../../data/rowsBy.ts'
import { LinkForm, shortAddress, webAddress } from '../../issues/one/Links.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { copyText } from '../../ui/copy.ts'
import { sinceText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { addModuleLink, changeModuleLink, removeModuleLink } from './moduleActions.ts'

const linksBy = rowsBy('module_link', row => [row.module])

type ModuleLinksProps = { module: Module; mayChange: boolean }

/** Addresses of the web that belong to a module, the newest first. */
export const ModuleLinks = ({ module, mayChange }: ModuleLinksProps) => {
  const [isAdding, setAdding] = useState(false)
  const links = [...useShelf(linksBy, module.id)].sort((a, b) => b.created_at.localeCompare(a.created_at))
  if (links.length === 0 && !mayChange) return null
  return (
    <section aria-label="Links" className="mt-4">
      <h3 className="flex h-8 items-center gap-2 font-medium">
        Links <Count value={links.length} className="font-normal" />
        {mayChange && (
          <IconButton
            icon="plus"
            size="strip"
            label="Add link"
            onClick={() => setAdding(true)}
            className="ml-auto max-md:size-11"
          />
        )}
      </h3>
      {isAdding && (
        <LinkForm onSave={input => void addModuleLink(module, input)} onClose={() => setAdding(false)} />
      )}
      <ul>
        {links.map(link => (
          <LinkLine key={link.id} {...{ module, link, mayChange }} />
        ))}
      </ul>
    </section>
  )
}

const LinkLine = ({ module, link, mayChange }: ModuleLinksProps & { link: ModuleLink }) => {
  const [isEditing, setEditing] = useState(false)
  const adder = useRow('user', link.created_by)
  if (isEditing && mayChange)
    return (
      <li>
        <LinkForm
          link={link}
          onSave={input => void changeModuleLink(module, link, input)}
          onClose={() => setEditing(false)}
        />
      </li>
    )
  const name = link.title || shortAddress(link.url)
  // Only what the server judged, or this form: anything else is shown and not followed.
  const href = webAddress(link.url)
  return (
    <li className="group -mx-2 flex h-8 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11">
      <Icon name="link" className="text-ink-3" />
      <a
        {...(href ? { href } : {})}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={link.url}
        className="cut min-w-0 rounded-tag hover:underline"
      >
        {name}
      </a>
      {link.title && (
        <span className="cut min-w-0 text-12 text-ink-3">{shortAddress(link.url).split('/')[0]}</span>
      )}
      <span className="flex-1" />
      <span className="num flex-none text-12 text-ink-3">{sinceText(link.created_at)}</span>
      {adder && <Avatar person={adder} />}
      <Menu
        align="end"
        entries={[
          { id: 'copy', label: 'Copy address', icon: 'copy', run: () => void copyText(link.url, 'Address') },
          ...(mayChange
            ? [
                { id: 'edit', label: 'Edit', icon: 'pencil' as const, run: () => setEditing(true) },
                {
                  id: 'remove',
                  label: 'Remove',
                  icon: 'trash-2' as const,
                  danger: true,
                  run: () => removeModuleLink(module, link),
                },
              ]
            : []),
        ]}
      >
        <IconButton icon="ellipsis" size="strip" label={`Actions for ${name}`} tooltip={false} />
      </Menu>
    </li>
  )
}
