import { Command } from 'cmdk'
import type { ReactElement, ReactNode } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Kbd } from '../ui/Kbd.tsx'

export type CommandEntry = {
  id: string
  group: string
  label: string
  icon?: IconName | ReactElement
  keys?: string
  /** Before the label, such as an issue's key. */
  lead?: string
  /** At the right end: an avatar, "Project". */
  aside?: ReactNode
  words?: readonly string[]
  run: (place: { newTab: boolean }) => void
}

type CommandMenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly CommandEntry[]
  /** What the commands act on, shown as a chip. */
  subject?: { icon?: ReactElement; lead?: string; label: string; onClear: () => void }
  query: string
  onQuery: (query: string) => void
  /** More may come for what was typed. */
  busy?: boolean
  hint?: string
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const score = (_: string, typed: string, words: string[] = []) => {
  const text = plain(words.join(' '))
  const parts = plain(typed).split(/\s+/).filter(Boolean)
  if (!parts.every(part => text.includes(part))) return 0
  const first = parts[0] ?? ''
  return text.startsWith(first) ? 1 : text.includes(` ${first}`) ? 0.8 : 0.5
}

const Matched = ({ text, query }: { text: string; query: string }) => {
  const wanted = query.trim()
  const at = wanted ? text.toLowerCase().indexOf(wanted.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b className="font-semibold">{text.slice(at, at + wanted.length)}</b>
      {text.slice(at + wanted.length)}
    </>
  )
}

export const CommandMenu = (props: CommandMenuProps) => {
  const { open, onOpenChange, commands, subject, query, onQuery: type, busy, hint = 'Search or do…' } = props
  const close = () => {
    onOpenChange(false)
    type('')
  }
  const groups = Map.groupBy(commands, command => command.group)
  return (
    <Dialog
      open={open}
      onOpenChange={next => (next ? onOpenChange(true) : close())}
      title="Command menu"
      bare
      wide
    >
      <Command
        label="Command menu"
        filter={score}
        loop
        onKeyDown={event => {
          if (event.key === 'Escape' && query) {
            event.preventDefault()
            event.stopPropagation()
            type('')
          }
          if (event.key === 'Backspace' && !query && subject) subject.onClear()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            const chosen = event.currentTarget.querySelector<HTMLElement>('[cmdk-item][data-selected="true"]')
            const command = commands.find(one => one.id === chosen?.dataset.command)
            close()
            command?.run({ newTab: true })
          }
        }}
      >
        <div className="flex h-13 items-center gap-3 pr-3 pl-4.5 shadow-[inset_0_-1px_0_var(--line)]">
          <Icon name="search" className="text-ink-3" />
          <Command.Input
            value={query}
            onValueChange={type}
            placeholder={hint}
            className="min-w-0 flex-1 bg-transparent text-16 outline-none"
          />
          {subject && (
            <span className="flex h-6 flex-none items-center gap-1.5 rounded-control bg-press pr-1.5 pl-2 text-12">
              {subject.icon}
              {subject.lead && <span className="num">{subject.lead}</span>}
              <span className="cut max-w-38 text-ink-2">{subject.label}</span>
              <button
                type="button"
                aria-label="Not about this"
                onClick={subject.onClear}
                className="rounded-tag text-ink-2"
              >
                <Icon name="x" size={12} />
              </button>
            </span>
          )}
        </div>
        <Command.List className="max-h-[min(456px,60dvh)] overflow-y-auto overscroll-contain px-2 pt-1 pb-2">
          <Command.Empty className="px-2.5 py-3 text-ink-3">
            {busy ? 'Searching…' : `Nothing called “${query}”.`}
          </Command.Empty>
          {[...groups].map(([group, members]) => (
            <Command.Group
              key={group}
              heading={group}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-3"
            >
              {members.map(command => (
                <Command.Item
                  key={command.id}
                  value={command.id}
                  data-command={command.id}
                  keywords={[command.label, command.lead ?? '', ...(command.words ?? [])]}
                  onSelect={() => {
                    close()
                    command.run({ newTab: false })
                  }}
                  className="group flex h-9 items-center gap-2.5 rounded-control px-2.5 data-[selected=true]:bg-press"
                >
                  <span className="grid w-[18px] flex-none place-items-center text-ink-2">
                    {typeof command.icon === 'string' ? <Icon name={command.icon} /> : command.icon}
                  </span>
                  {command.lead && (
                    <span className="num text-12 text-ink-3 group-data-[selected=true]:text-ink-2">
                      {command.lead}
                    </span>
                  )}
                  <span className="cut">
                    <Matched text={command.label} query={query} />
                  </span>
                  <span className="ml-auto flex items-center gap-2 text-12 text-ink-3 group-data-[selected=true]:text-ink-2">
                    {command.aside}
                    {command.keys && <Kbd keys={command.keys} />}
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <div className="flex h-10 items-center gap-4 bg-sunken pr-3.5 pl-4.5 text-12 text-ink-3 max-md:hidden">
          <span className="flex items-center gap-1.5">
            <Kbd keys="enter" /> Run
          </span>
          <span className="flex items-center gap-1.5">
            <Kbd keys="up down" /> Move
          </span>
          <span className="flex items-center gap-1.5">
            <Kbd keys="mod+enter" /> Open in new tab
          </span>
          <span className="ml-auto flex items-center gap-1.5">
            <Kbd keys="esc" /> Back
          </span>
        </div>
      </Command>
    </Dialog>
  )
}
