import { useState } from 'react'
import type { Module } from '#contract/planning/modules.ts'
import { rowsBy, useShelf } from '../../data/rowsBy.ts'
import { LinkForm, LinkLine } from '../../issues/one/Links.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Count } from '../../ui/marks/Count.tsx'
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
          <LinkLine
            key={link.id}
            {...{ link, mayChange }}
            narrow
            onSave={input => void changeModuleLink(link, input)}
            onRemove={() => removeModuleLink(link)}
          />
        ))}
      </ul>
    </section>
  )
}
