import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { invitationRoutes, MOST_INVITED } from '#contract/workspace/invitations.ts'
import { call } from '../../data/client.ts'
import { useSession } from '../../data/session.ts'
import { refusalOf } from '../../forms/refusal.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { Picker } from '../../ui/popups/Picker.tsx'
import { roleName, roles } from '../roles.ts'
import { addressesIn, type Member, objectionTo } from './addresses.ts'
import { ImportInvitations } from './ImportInvitations.tsx'
import { copyLinks, type MadeLink, MadeLinks } from './MadeLinks.tsx'
import { ProjectsPicker } from './ProjectsPicker.tsx'

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** How many is said as soon as there are any. */
const verbOf = (mails: boolean, count: number) => {
  const [verb, noun] = mails ? ['Send', 'invitation'] : ['Create', 'link']
  return count === 0 ? `${verb} ${noun}s` : `${verb} ${plural(count, noun)}`
}

type InviteBoxProps = {
  slug: string
  members: readonly Member[]
  onSent?: (count: number) => void
  /** Nothing else is to be done there. */
  begins?: boolean
  /** What somebody has typed elsewhere, to invite by. */
  asked?: { words: string } | null
}

/** The addresses that are typed or pasted, the terms that all of them share, and the call that invites them. */
const useInviting = ({ slug, members, onSent, begins, asked }: InviteBoxProps) => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const [role, setRole] = useState('15')
  const [projects, setProjects] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Those that were just made and no mail brings. */
  const [links, setLinks] = useState<readonly MadeLink[]>([])
  const input = useRef<HTMLInputElement>(null)
  useLeaveGuard(() => chosen.length > 0)
  useEffect(() => {
    if (begins) input.current?.focus()
  }, [begins])
  useEffect(() => {
    if (!asked) return
    setText(asked.words)
    input.current?.focus()
  }, [asked])

  const objections = new Map(chosen.map(email => [email, objectionTo(email, members)]))
  const invited = [...new Set([...chosen, ...addressesIn(text)])].filter(
    email => objectionTo(email, members) === null,
  )
  const said = refused ?? [...objections.values()].find(one => one !== null)

  const take = (more: string) => {
    setChosen([...new Set([...chosen, ...addressesIn(more)])].slice(0, MOST_INVITED))
    setText('')
    setRefused(null)
  }
  const drop = (email: string) => {
    setChosen(chosen.filter(one => one !== email))
    setRefused(null)
    input.current?.focus()
  }
  const send = async (is_mailed: boolean) => {
    if (isBusy || invited.length === 0) return
    setBusy(true)
    try {
      const { body } = await call(invitationRoutes.create, {
        params: { ws: slug },
        body: {
          emails: invited.map(email => ({ email, role: Number(role) })),
          project_ids: [...projects],
          is_mailed,
        },
      })
      const made = is_mailed
        ? []
        : body.invitations.flatMap(({ email, link }) => (link ? [{ email, link }] : []))
      setLinks(made)
      if (made.length > 0) void copyLinks(made)
      setChosen([])
      setText('')
      setRefused(null)
      onSent?.(invited.length)
      input.current?.focus()
    } catch (failure) {
      setRefused(refusalOf(failure, []).general)
    } finally {
      setBusy(false)
    }
  }
  const write = (next: string) => {
    setText(next)
    setRefused(null)
  }
  return {
    input,
    chosen,
    objections,
    invited,
    said,
    text,
    write,
    take,
    drop,
    dropLast: () => setChosen(chosen.slice(0, -1)),
    send,
    isBusy,
    links,
    hideLinks: () => setLinks([]),
    role,
    setRole,
    projects,
    setProjects,
  }
}

type AddressFieldProps = {
  inviting: ReturnType<typeof useInviting>
  onSend: () => void
}

/** The chosen addresses as chips, and the field for more. */
const AddressField = ({ inviting, onSend }: AddressFieldProps) => {
  const { input, chosen, objections, said, text, write, take, drop, dropLast } = inviting
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (sends) onSend()
    else if (['Enter', ',', ';', ' '].includes(event.key) && text.trim()) take(text)
    else if (event.key === 'Backspace' && text === '') dropLast()
    else return
    if (event.key !== 'Backspace') event.preventDefault()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (addressesIn(text + pasted).length < 2) return
    event.preventDefault()
    take(text + pasted)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field in it has the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the field means the field */}
      <div
        onClick={() => input.current?.focus()}
        className="flex min-h-10 flex-wrap items-center gap-1.5 rounded-control bg-raised py-1.5 pr-2 pl-3 text-14 shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1"
      >
        {chosen.map(email => (
          <span
            key={email}
            data-bad={objections.get(email) ? true : undefined}
            className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-control bg-press pr-1 pl-2 text-13 data-[bad]:bg-danger-tint data-[bad]:text-danger"
          >
            {objections.get(email) && <Icon name="circle-alert" size={14} />}
            <span className="cut">{email}</span>
            <button
              type="button"
              aria-label={`Leave out ${email}`}
              onClick={() => drop(email)}
              className="grid size-5 place-items-center rounded-tag hover:bg-hover"
            >
              <Icon name="x" size={12} />
            </button>
          </span>
        ))}
        <input
          ref={input}
          type="email"
          multiple
          inputMode="email"
          aria-label="E-mail addresses"
          aria-describedby={said ? 'invite-said' : undefined}
          placeholder={chosen.length === 0 ? 'E-mail addresses, as many as you like' : ''}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
          // A press on a button of the box takes them as they are: chips would move the button away from under it.
          onBlur={({ relatedTarget }) =>
            !relatedTarget?.closest('section') && text.includes('@') && take(text)
          }
          autoComplete="off"
          spellCheck={false}
          className="h-6 min-w-48 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3"
        />
      </div>
      {said && (
        <p id="invite-said" role="alert" className="mt-1.5 pl-1 text-12 text-danger">
          {said}
        </p>
      )}
    </>
  )
}

/** Invites many at once: addresses are typed or pasted, and the faults of one are shown before it is sent. */
export const InviteBox = (props: InviteBoxProps) => {
  const { slug, members } = props
  const { instance } = useSession()
  const mails = Boolean(instance?.config.is_smtp_configured)
  const [isImporting, setImporting] = useState(false)
  const inviting = useInviting(props)
  const { invited, isBusy, role, setRole, projects, setProjects, send, links, hideLinks } = inviting
  return (
    <section
      aria-label="Invite people"
      className="mt-4 rounded-card bg-sunken p-3 shadow-[inset_0_0_0_1px_var(--edge)]"
    >
      <AddressField inviting={inviting} onSend={() => void send(mails)} />
      <div className="mt-3 flex min-h-7 flex-wrap items-center gap-2 pl-1">
        <span className="text-ink-2">As</span>
        <Picker label="Role" options={roles} value={[role]} digits onPick={([id]) => id && setRole(id)}>
          <Button className="text-ink!">
            {roleName(Number(role))}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
        <span className="text-ink-2">in</span>
        <ProjectsPicker value={projects} onPick={setProjects} />
        <span className="flex-1" />
        <Button onClick={() => setImporting(true)}>From a list…</Button>
        {mails && (
          <Button disabled={invited.length === 0} busy={isBusy} onClick={() => void send(false)}>
            Invite without mail
          </Button>
        )}
        <Button
          variant="primary"
          keys="mod+enter"
          busy={isBusy}
          disabled={invited.length === 0}
          onClick={() => void send(mails)}
        >
          {verbOf(mails, invited.length)}
        </Button>
      </div>
      {!mails && (
        <p className="mt-2 pl-1 text-12 text-ink-3">
          E-mail is off on this server: copy each person’s link and send it yourself.
        </p>
      )}
      {links.length > 0 && <MadeLinks links={links} onClose={hideLinks} />}
      {isImporting && (
        <ImportInvitations
          slug={slug}
          members={members}
          role={Number(role)}
          projects={projects}
          isMailed={mails}
          onClose={() => setImporting(false)}
        />
      )}
    </section>
  )
}
