import { type FormEvent, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import type { Link } from '#contract/work/links.ts'
import { useRow } from '../../data/rows.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { copyText } from '../../ui/copy.ts'
import { sinceText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { addLink, changeLink, removeLink } from '../acts/issuePartActions.ts'
import { linksBy } from '../fields/issueParts.ts'
import { DetailSection } from './DetailSection.tsx'

/** The web address meant by the typed text; null where it is none. */
export const webAddress = (typed: string): string | null => {
  const text = typed.trim()
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(given)) return null
  const { protocol, hostname } = new URL(given)
  const isNamed = hostname.includes('.') || hostname === 'localhost'
  return isNamed && (protocol === 'https:' || protocol === 'http:') ? given : null
}

export const shortAddress = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

type LinkFormProps = {
  link?: Pick<Link, 'url' | 'title'>
  onSave: (input: { url: string; title: string | null }) => void
  onClose: () => void
}

export const LinkForm = ({ link, onSave, onClose }: LinkFormProps) => {
  const [url, setUrl] = useState(link?.url ?? '')
  const [title, setTitle] = useState(link?.title ?? '')
  const [isRefused, setRefused] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = webAddress(url)
    if (!address) return setRefused(true)
    onSave({ url: address, title: title.trim() || null })
    onClose()
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={link ? 'Edit link' : 'New link'}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="my-1 flex flex-col gap-3 rounded-card bg-sunken p-3"
    >
      <Field label="Address" {...(isRefused ? { error: 'Enter a valid web address.' } : {})}>
        <TextInput
          height="control"
          autoFocus
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          maxLength={2048}
          value={url}
          onChange={event => {
            setUrl(event.target.value)
            setRefused(false)
          }}
        />
      </Field>
      <Field label="Title" hint="Shown instead of the address.">
        <TextInput
          height="control"
          maxLength={255}
          value={title}
          onChange={event => setTitle(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-1">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" keys="enter">
          {link ? 'Save' : 'Add link'}
        </Button>
      </div>
    </form>
  )
}

type ShownLink = Pick<Link, 'url' | 'title' | 'created_at' | 'created_by'>
type LinkLineProps = {
  link: ShownLink
  mayChange: boolean
  /** In a panel there is room for the host alone, and for the face of the person who added it. */
  narrow?: boolean
  onSave: LinkFormProps['onSave']
  onRemove: () => void
}

/** A web address with its title, edited in its place. */
export const LinkLine = ({ link, mayChange, narrow = false, onSave, onRemove }: LinkLineProps) => {
  const [isEditing, setEditing] = useState(false)
  const adder = useRow('user', link.created_by)
  if (isEditing && mayChange)
    return (
      <li>
        <LinkForm link={link} onSave={onSave} onClose={() => setEditing(false)} />
      </li>
    )
  const address = shortAddress(link.url)
  const name = link.title || address
  // Only what the server judged, or this form: anything else is shown and not followed.
  const href = webAddress(link.url)
  const entries: MenuEntry[] = [
    { id: 'copy', label: 'Copy address', icon: 'copy', run: () => void copyText(link.url, 'Address') },
  ]
  if (mayChange)
    entries.push(
      { id: 'edit', label: 'Edit', icon: 'pencil', run: () => setEditing(true) },
      { id: 'remove', label: 'Remove', icon: 'trash-2', danger: true, run: onRemove },
    )
  return (
    <li className="group -mx-2 flex min-h-8 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:min-h-11">
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
        <span className={classes('cut min-w-0 text-12 text-ink-3', !narrow && 'flex-1')}>
          {narrow ? address.split('/')[0] : address}
        </span>
      )}
      <span className="flex-1" />
      <span className="num flex-none text-12 text-ink-3" title={adder?.display_name}>
        {sinceText(link.created_at)}
      </span>
      {narrow && adder && <Avatar person={adder} />}
      <Menu align="end" entries={entries}>
        <IconButton icon="ellipsis" size="strip" label={`Actions for ${name}`} tooltip={false} />
      </Menu>
    </li>
  )
}

type LinksProps = { issue: Issue; mayChange: boolean; adding: boolean; setAdding: (adding: boolean) => void }

/** Addresses of the web that belong to an issue. */
export const Links = ({ issue, mayChange, adding, setAdding }: LinksProps) => {
  const links = [...useShelf(linksBy, issue.id)].sort((a, b) => b.created_at.localeCompare(a.created_at))
  if (links.length === 0 && !adding) return null
  return (
    <DetailSection
      title="Links"
      count={links.length}
      {...(mayChange ? { add: { label: 'Add link', run: () => setAdding(true) } } : {})}
    >
      {adding && <LinkForm onSave={input => void addLink(issue, input)} onClose={() => setAdding(false)} />}
      <ul>
        {links.map(link => (
          <LinkLine
            key={link.id}
            {...{ link, mayChange }}
            onSave={input => void changeLink(issue, link, input)}
            onRemove={() => removeLink(link)}
          />
        ))}
      </ul>
    </DetailSection>
  )
}
