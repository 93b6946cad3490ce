import { useMemo, useRef, useState } from 'react'
import { invitationRoutes, MOST_INVITED } from '#contract/workspace/invitations.ts'
import { call } from '../../data/client.ts'
import { refusalOf } from '../../forms/refusal.ts'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextInput.tsx'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { roleName } from '../roles.ts'
import type { Member } from './addresses.ts'
import { type Invited, inTurns, invitedIn, MOST_ROWS } from './invitationRows.ts'

const MOST_BYTES = 1_000_000

const Line = ({ row }: { row: Invited }) => (
  <div className="grid min-h-9 grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-2 px-2 py-1">
    <span className="num text-12 text-ink-3">{row.line}</span>
    <span className="min-w-0">
      <span className="cut block">{row.email || 'No address'}</span>
      {row.fault && <span className="block text-12 text-danger">{row.fault}</span>}
    </span>
    <span className="text-12 text-ink-3">{row.fault ? 'Left out' : roleName(row.role)}</span>
  </div>
)

/** Sends a list in portions; sent ones are done, and the rest can be sent again. */
const useSending = (slug: string, projects: readonly string[], isMailed: boolean) => {
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (rows: readonly Invited[]): Promise<boolean> => {
    setBusy(true)
    setError(null)
    const through = new Set(sent)
    try {
      for (const turn of inTurns(rows, MOST_INVITED)) {
        const emails = turn.map(({ email, role }) => ({ email, role }))
        const body = { emails, project_ids: [...projects], is_mailed: isMailed }
        await call(invitationRoutes.create, { params: { ws: slug }, body })
        for (const { email } of turn) through.add(email)
        setSent(new Set(through))
      }
      return true
    } catch (failure) {
      setError(refusalOf(failure, []).general ?? 'They were not invited.')
      return false
    } finally {
      setBusy(false)
    }
  }
  return { sent, isBusy, error, send }
}

const HEIGHTS = { wide: 36, narrow: 48 }

type ImportProps = {
  slug: string
  members: readonly Member[]
  /** The role of lines that name none. */
  role: number
  projects: readonly string[]
  isMailed: boolean
  onClose: () => void
}

/** Invites the people of a sheet: pasted or from a file, with the faults of each line reported before anything is sent. */
export const ImportInvitations = ({ slug, members, role, projects, isMailed, onClose }: ImportProps) => {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const { sent, isBusy, error, send } = useSending(slug, projects, isMailed)
  const all = useMemo(() => invitedIn(text, members, role), [text, members, role])
  const rows = all.filter(one => one.fault !== null || !sent.has(one.email))
  const good = rows.filter(one => one.fault === null)
  const tooMany = all.length > MOST_ROWS ? `${MOST_ROWS} lines at most; this has ${all.length}.` : null
  useLeaveGuard(() => text !== '' && good.length > 0)
  const read = async (given: File | undefined) => {
    if (!given) return
    if (given.size > MOST_BYTES) return setRefused('This file is too large for a list of addresses.')
    setRefused(null)
    setText(await given.text())
  }
  const invite = async () => {
    if (!(await send(good))) return
    toast.fact(`${sent.size + good.length} invited`)
    onClose()
  }
  const said = refused ?? tooMany ?? error
  return (
    <Dialog
      open
      onOpenChange={open => open || isBusy || onClose()}
      title="Invite from a list"
      wide
      sheet
      actions={
        <Answers
          onCancel={onClose}
          busy={isBusy}
          disabled={good.length === 0 || tooMany !== null}
          onClick={() => void invite()}
        >
          Invite {good.length}
        </Answers>
      }
    >
      <Field
        label="List"
        hint={`One per line: the address, and the role if it is not ${roleName(role)}. Up to ${MOST_ROWS} lines.`}
        aside={
          <Button size="small" onClick={() => file.current?.click()}>
            Choose a file
          </Button>
        }
      >
        <TextArea
          rows={4}
          value={text}
          spellCheck={false}
          disabled={isBusy}
          placeholder={'mei@quay.example, Member\nbram@quay.example, Guest'}
          onChange={({ target }) => {
            setRefused(null)
            setText(target.value)
          }}
          className="max-h-40 overflow-y-auto"
        />
      </Field>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label="File with addresses"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
      {said && (
        <p role="alert" className="mt-2 text-danger">
          {said}
        </p>
      )}
      {all.length > 0 && (
        <>
          <p role="status" className="num mt-3 text-ink-2">
            {isBusy || sent.size > 0 ? `${sent.size} invited. ` : ''}
            {good.length} to invite, {rows.length - good.length} left out
          </p>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach a scroller
            tabIndex={0}
            aria-label="What will be sent"
            className="mt-1 max-h-64 overflow-y-auto rounded-card bg-sunken px-2 pb-2"
          >
            <RowsInSight label="Lines" rows={rows} grows heights={HEIGHTS} className="-mx-2 mt-2">
              {row => <Line row={row} />}
            </RowsInSight>
          </section>
        </>
      )}
    </Dialog>
  )
}
