import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_REPLY } from '#contract/work/intakeDecisions.ts'
import { useSession } from '../data/session.ts'
import { readKept, writeKept } from '../data/texts/keptWords.ts'
import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { useSavedReplies } from './savedReplies.ts'

type ReplyBoxProps = {
  id: string
  projectId: string
  name: string
  /** Missing where they have an account, and read the answer here. */
  email: string | null
  onDecline: (reply?: string) => void
  onClose: () => void
}

type SavedReplyMenuProps = {
  projectId: string
  onPick: (text: string) => void
  finalFocus: () => HTMLElement | null
}

/** Saved replies, put in at the caret. */
const SavedReplyMenu = ({ projectId, onPick, finalFocus }: SavedReplyMenuProps) => {
  const replies = useSavedReplies(projectId)
  const go = useNavigate()
  const settings = to('projectFeatures', { slug: here().slug, projectId })
  return (
    <Menu
      finalFocus={finalFocus}
      entries={[
        ...replies.map(reply => ({ id: reply.id, label: reply.name, run: () => onPick(reply.text) })),
        ...(replies.length > 0 ? [{ id: 'rule', rule: true as const }] : []),
        {
          id: 'settings',
          label: replies.length > 0 ? 'Edit saved replies' : 'Add saved replies',
          icon: replies.length > 0 ? ('pencil' as const) : ('plus' as const),
          run: () => void go(settings),
        },
      ]}
    >
      <Button className="-ml-2 max-md:h-11">
        Saved replies
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </Button>
    </Menu>
  )
}

/** The reply to the sender of a declined request. */
export const ReplyBox = ({ id, projectId, name, email, onDecline, onClose }: ReplyBoxProps) => {
  const place = `intakeReply:${id}`
  const [words, setWords] = useState(() => readKept(place))
  const text = useRef<HTMLTextAreaElement>(null)
  const hasMail = useSession().instance?.config.is_smtp_configured === true
  useEffect(() => text.current?.focus(), [])
  const write = (next: string) => {
    setWords(next)
    writeKept(place, next)
  }
  const put = (saved: string) => {
    const { selectionStart: from, selectionEnd: end } = text.current ?? { selectionStart: 0, selectionEnd: 0 }
    const next = `${words.slice(0, from)}${saved}${words.slice(end)}`.slice(0, MAX_REPLY)
    write(next)
  }
  const send = (reply?: string) => {
    writeKept(place, '')
    onDecline(reply)
  }
  const reply = words.trim()
  return (
    <section
      aria-label={`Reply to ${name}`}
      className="mr-6 mb-5 ml-8 flex-none rounded-card bg-sunken p-3 shadow-[inset_0_0_0_1px_var(--edge)] max-md:mx-4 max-md:mb-3"
    >
      <div className="flex items-center gap-2 text-12 text-ink-3">
        <Icon name="corner-down-right" size={14} className="flex-none" />
        <span className="cut min-w-0 flex-1">
          Reply to <b className="font-medium text-ink">{name}</b>
          {email && `, ${email}`}
        </span>
        <span className="flex-none">
          {email && !hasMail
            ? 'E-mail is off: saved as a comment, not sent'
            : email
              ? 'Goes by mail'
              : 'Saved as a comment'}
        </span>
        <IconButton icon="x" size="strip" label="Close" keys="esc" onClick={onClose} />
      </div>
      <textarea
        ref={text}
        aria-label="Reply"
        placeholder="Say why…"
        rows={3}
        maxLength={MAX_REPLY}
        value={words}
        onChange={event => write(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(reply || undefined)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="field-sizing-content mt-1.5 mb-2.5 block max-h-60 min-h-16.5 w-full resize-none bg-transparent text-14 outline-none placeholder:text-ink-3"
      />
      <div className="flex flex-wrap items-center gap-2">
        <SavedReplyMenu projectId={projectId} onPick={put} finalFocus={() => text.current} />
        <span className="flex-1" />
        <Button onClick={() => send()} className="max-md:h-11">
          Without a reply
        </Button>
        <Button
          variant="danger"
          keys="mod+enter"
          disabled={!reply}
          onClick={() => send(reply)}
          className="bg-danger-tint font-medium max-md:ml-auto max-md:h-11"
        >
          {email && !hasMail ? 'Decline with the reply' : 'Decline and send'}
        </Button>
      </div>
    </section>
  )
}
