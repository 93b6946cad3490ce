import { useState } from 'react'
import { apiTokenRoutes } from '#contract/people/apiTokens.ts'
import { useForm } from '../../forms/useForm.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { dayText, shortDay } from '../../ui/dates/day-words.ts'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { ShownOnce } from '../../ui/popups/ShownOnce.tsx'

const spans = [
  { id: 'week', label: '1 week', days: 7 },
  { id: 'month', label: '1 month', days: 30 },
  { id: 'quarter', label: '3 months', days: 91 },
  { id: 'year', label: '1 year', days: 365 },
  { id: 'custom', label: 'Until', days: 0 },
  { id: 'never', label: 'Never', days: 0 },
] as const
type Span = (typeof spans)[number]['id']

const dayIn = (days: number) => dayText(new Date(Date.now() + days * 86_400_000))

type CreateTokenProps = { slug: string; onMade: () => void; onClose: () => void }

/** Makes a token and shows its secret, this once. */
export const CreateToken = ({ slug, onMade, onClose }: CreateTokenProps) => {
  const [secret, setSecret] = useState<string | null>(null)
  const [span, setSpan] = useState<Span>('quarter')
  const form = useForm(apiTokenRoutes.create, {
    params: { ws: slug },
    begin: () => ({
      label: '',
      description: '',
      expired_at: dayIn(91) as string | null,
      is_read_only: false,
    }),
    onDone: ({ token }) => {
      setSecret(token)
      onMade()
    },
  })
  const { expired_at, is_read_only } = form.values
  const choose = (next: Span) => {
    setSpan(next)
    const days = spans.find(one => one.id === next)?.days ?? 0
    form.set({ expired_at: next === 'never' ? null : dayIn(days || 1) })
  }
  if (secret) return <Once secret={secret} isReadOnly={is_read_only} until={expired_at} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={open => !open && !form.isDirty && onClose()}
      title="New token"
      text="It acts as you, in this workspace alone."
      actions={
        <>
          <Button variant="neutral" size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" size="large" keys="mod+enter" busy={form.isBusy} onClick={form.submit}>
            Create token
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <Field label="Name" error={form.errors.label}>
          <TextInput {...form.input('label')} required autoComplete="off" placeholder="Name" />
        </Field>
        <Field label="Description" error={form.errors.description}>
          <TextInput {...form.input('description')} autoComplete="off" />
        </Field>
        <div>
          <p className="mb-1.5 font-medium">It may</p>
          <Segmented
            label="It may"
            className="w-fit"
            parts={[
              { id: 'write', label: 'Read and write' },
              { id: 'read', label: 'Read only' },
            ]}
            value={is_read_only ? 'read' : 'write'}
            onChange={value => form.set({ is_read_only: value === 'read' })}
          />
        </div>
        <div>
          <p className="mb-1.5 font-medium">It expires</p>
          <Segmented
            label="It expires"
            className="w-fit max-w-full flex-wrap!"
            parts={spans.map(({ id, label }) => ({ id, label }))}
            value={span}
            onChange={choose}
          />
          {span === 'custom' && (
            <TextInput
              type="date"
              aria-label="Until"
              className="mt-2"
              min={dayIn(1)}
              required
              value={expired_at ?? ''}
              onChange={event => form.set({ expired_at: event.target.value })}
            />
          )}
          <p className="mt-1.5 text-12 text-ink-3" role="status">
            {expired_at
              ? `Works until the end of ${shortDay(expired_at, true)}.`
              : 'Works until you revoke it.'}
          </p>
          {(form.errors.expired_at ?? form.general) && (
            <p role="alert" className="mt-1.5 text-12 text-danger">
              {form.errors.expired_at ?? form.general}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  )
}

type OnceProps = { secret: string; isReadOnly: boolean; until: string | null; onClose: () => void }

const Once = ({ secret, isReadOnly, until, onClose }: OnceProps) => (
  <ShownOnce
    title="Copy it now"
    text={`We show this token once and keep only its fingerprint. Whoever has it can ${
      isReadOnly ? 'read what you can' : 'read and change what you can'
    }${until ? ` until ${shortDay(until, true)}` : ''}.`}
    what="Token"
    secret={secret}
    onClose={onClose}
  >
    <p className="mt-4 mb-1.5 font-medium">Try it</p>
    <pre className="overflow-x-auto rounded-control bg-press px-3 py-2.5 font-mono text-12">
      {`curl -H "X-Api-Key: ${secret.slice(0, 10)}…${secret.slice(-4)}" \\\n  ${location.origin}/api/users/me/`}
    </pre>
  </ShownOnce>
)
