import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { projectRoutes } from '#contract/projects.ts'
import { type CallError, call } from '../data/client.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { to } from '../places/address.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { LogoButton } from '../ui/LogoButton.tsx'
import { type Logo, writeLogo } from '../ui/logo/logo.ts'
import { Picker } from '../ui/Picker.tsx'
import { TextArea, TextInput } from '../ui/TextInput.tsx'
import { Cover } from './Cover.tsx'

const FIRST_LOGOS = ['🚀', '🧭', '📦', '🌱', '🔭', '🧩', '📐', '🎯', '⛵', '📚', '💡', '🎈', '⚓'] as const
const anyLogo = (): Logo => ({ emoji: FIRST_LOGOS[Math.floor(Math.random() * FIRST_LOGOS.length)] ?? '🚀' })
const PAUSE_MS = 250

const identifierOf = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^0-9A-ZÇŞĞİÖÜ]/g, '')
    .slice(0, 5)

/** Whether a key is free in the workspace; null until that is known. */
const useFree = (slug: string, identifier: string): boolean | null => {
  const [known, setKnown] = useState<{ identifier: string; free: boolean } | null>(null)
  useEffect(() => {
    if (!identifier) return
    let asked = true
    const wait = setTimeout(() => {
      call(projectRoutes.checkIdentifier, { params: { ws: slug }, query: { name: identifier } }).then(
        ({ body }) => asked && setKnown({ identifier, free: body.exists === 0 }),
        // Creating it tells.
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      asked = false
      clearTimeout(wait)
    }
  }, [slug, identifier])
  return known?.identifier === identifier ? known.free : null
}

const access = [
  { network: 2, name: 'Public', text: 'Everyone but guests may join' },
  { network: 0, name: 'Private', text: 'Only the people you add' },
] as const

type AccessProps = { value: 0 | 2; onChange: (network: 0 | 2) => void }

const Access = ({ value, onChange }: AccessProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">Who may open it</legend>
    <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
      {access.map(({ network, name, text }) => (
        <label
          key={network}
          className={classes(
            'flex gap-2.5 rounded-control p-3 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
            value === network ? 'bg-accent-tint' : 'bg-sunken',
          )}
        >
          <input
            type="radio"
            name="network"
            checked={value === network}
            onChange={() => onChange(network)}
            className="mt-[3px] size-3.5 flex-none accent-(--accent) outline-none"
          />
          <span>
            <span className="block font-medium">{name}</span>
            <span className="block text-12 text-ink-2">{text}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

const useLeads = () => {
  const members = new Set(useRows('workspace_member').flatMap(row => (row.is_active ? [row.member_id] : [])))
  return useRows('user').filter(user => members.has(user.id))
}

export const CreateProject = ({ slug, onClose }: { slug: string; onClose: () => void }) => {
  const { me } = useSession()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [network, setNetwork] = useState<0 | 2>(2)
  const [lead, setLead] = useState<string | null>(me?.id ?? null)
  const [logo, setLogo] = useState<Logo | null>(anyLogo)
  const [own, setOwn] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [another, setAnother] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const people = useLeads()
  const go = useNavigate()
  const identifier = own ?? identifierOf(name)
  const free = useFree(slug, identifier)
  const leader = people.find(person => person.id === lead)
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    setBusy(true)
    try {
      const { body } = await call(projectRoutes.create, {
        params: { ws: slug },
        body: {
          name,
          identifier,
          network,
          project_lead: lead,
          logo_props: writeLogo(logo),
          ...(description.trim() ? { description: description.trim() } : {}),
        },
      })
      if (another) {
        setName('')
        setDescription('')
        setOwn(null)
        setLogo(anyLogo())
        setErrors({})
        setBusy(false)
        nameField.current?.focus()
        return
      }
      onClose()
      void go(to('issues', { slug, projectId: body.id }))
    } catch (failure) {
      const { body = {}, message } = failure as CallError
      const shown = Object.fromEntries(
        Object.entries(body).map(([field, text]) => [
          field,
          Array.isArray(text) ? String(text[0]) : String(text),
        ]),
      )
      setErrors(Object.keys(shown).length > 0 ? shown : { name: message })
      setBusy(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || !name || !identifier) return
    event.preventDefault()
    void submit()
  }
  const hint =
    free === true ? (
      <span className="text-ok">Free. First issue {identifier}-1</span>
    ) : (
      `First issue ${identifier || 'KEY'}-1`
    )
  const taken = free === false ? `${identifier} is taken` : undefined
  const keyError = errors.identifier ?? taken
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New project" bare wide sheet>
      <form onSubmit={submit} onKeyDown={press} className="relative flex flex-1 flex-col">
        <Cover logo={logo} />
        <IconButton
          icon="x"
          label="Close"
          keys="esc"
          onClick={onClose}
          className="absolute top-2 right-2 bg-raised"
        />
        <div className="-mt-6 flex flex-1 flex-col gap-4 px-6 pb-6">
          <span className="w-fit rounded-card bg-float p-1">
            <LogoButton
              label="Project icon"
              logo={logo}
              standIn={<Icon name="smile-plus" size={20} />}
              onPick={setLogo}
            />
          </span>
          <div className="grid grid-cols-[minmax(0,1fr)_160px] gap-2 max-md:grid-cols-1">
            <Field label="Name" {...(errors.name ? { error: errors.name } : {})}>
              <TextInput
                ref={nameField}
                value={name}
                onChange={event => setName(event.target.value)}
                required
                autoFocus
                maxLength={255}
              />
            </Field>
            <Field label="Key" hint={hint} {...(keyError ? { error: keyError } : {})}>
              <TextInput
                value={identifier}
                onChange={event => setOwn(identifierOf(`${event.target.value} `).slice(0, 12))}
                required
                maxLength={12}
              />
            </Field>
          </div>
          <Field label="Description">
            <TextArea
              value={description}
              onChange={event => setDescription(event.target.value)}
              rows={2}
              placeholder="What is it for, in a sentence or two"
            />
          </Field>
          <Access value={network} onChange={setNetwork} />
          <div>
            <span className="mb-1.5 block font-medium">Lead</span>
            <Picker
              label="Lead"
              options={[
                { id: '', name: 'No lead' },
                ...people.map(person => ({
                  id: person.id,
                  name: person.id === me?.id ? `${person.display_name} (you)` : person.display_name,
                  ...(person.id === me?.id ? { words: 'me' } : {}),
                  icon: <Avatar person={person} silent />,
                })),
              ]}
              value={[lead ?? '']}
              onPick={([id]) => setLead(id || null)}
            >
              <Button type="button" variant="neutral">
                {leader && <Avatar person={leader} silent />}
                {leader?.display_name ?? 'No lead'}
                <Icon name="chevron-down" size={12} className="text-ink-3" />
              </Button>
            </Picker>
          </div>
        </div>
        <div className="sticky bottom-0 flex h-14 flex-none items-center gap-2 bg-sunken px-6">
          <Checkbox checked={another} onChange={setAnother} label="Create another">
            Create another
          </Checkbox>
          <span className="flex-1" />
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" keys="mod+enter" busy={busy} disabled={free === false}>
            Create project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
