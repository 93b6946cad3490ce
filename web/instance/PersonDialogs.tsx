import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import { instancePeopleRoutes, type ResetLink } from '#contract/workspace/instancePeople.ts'
import { CallError, call } from '../data/client.ts'
import { useFields } from '../forms/useForm.ts'
import { clockText } from '../ui/dates/day-words.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { Answers } from '../ui/popups/Answers.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { ShownOnce } from '../ui/popups/ShownOnce.tsx'
import { noteOut } from './instance.ts'
import { nameOf, type Person } from './PersonRow.tsx'

type DeactivateProps = { person: Person; onDone: () => void; onClose: () => void }

export const DeactivatePerson = ({ person, onDone, onClose }: DeactivateProps) => {
  const form = useFields({
    begin: () => ({}),
    send: () => call(instancePeopleRoutes.deactivate, { params: { userId: person.id } }),
    onDone,
  })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`Deactivate ${nameOf(person)}?`}
      text="They leave every workspace and project at once, are signed out everywhere, and their API tokens stop working. Everything they wrote stays, under their name. You can reactivate the account; its memberships come back with it."
      actions={
        <Answers onCancel={onClose} variant="danger" busy={form.isBusy} onClick={form.submit}>
          Deactivate
        </Answers>
      }
    >
      <form {...form.props}>{form.general && <Banner tone="danger">{form.general}</Banner>}</form>
    </Dialog>
  )
}

type Link = z.infer<typeof ResetLink>

const isTooOften = (failure: unknown) => failure instanceof CallError && failure.status === 429

/** Each opening makes a link of its own. */
const useLink = (userId: string) => {
  const [link, setLink] = useState<Link | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    call(instancePeopleRoutes.resetLink, { params: { userId } }).then(
      ({ body }) => setLink(body),
      failure => {
        noteOut(failure)
        setRefused(
          isTooOften(failure) ? 'Too many links were requested. Try again later.' : messageOf(failure),
        )
      },
    )
  }, [userId])
  return { link, refused }
}

type HandOverProps = { person: Person; onClose: () => void }

export const HandOverLink = ({ person, onClose }: HandOverProps) => {
  const { link, refused } = useLink(person.id)
  return (
    <ShownOnce
      title={`A new password for ${nameOf(person)}`}
      text="Whoever opens the link chooses the password of this account, so give it to nobody else. It is shown once."
      what="Link"
      secret={link?.url ?? null}
      refused={refused}
      onClose={onClose}
    >
      {link && (
        <p className="mt-2 text-12 text-ink-3">
          Works once, until {clockText(new Date(link.expires_at))}. Signing in by any way ends it, too.
        </p>
      )}
    </ShownOnce>
  )
}
