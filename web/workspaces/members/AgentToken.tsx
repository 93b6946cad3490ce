import { useState } from 'react'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { dayText, shortDay } from '../../ui/dates/day-words.ts'
import { ShownOnce } from '../../ui/popups/ShownOnce.tsx'

const spans = [
  { id: 'month', label: '1 month', days: 30 },
  { id: 'quarter', label: '3 months', days: 91 },
  { id: 'year', label: '1 year', days: 365 },
  { id: 'never', label: 'Never', days: 0 },
] as const
export type Span = (typeof spans)[number]['id']
export const dayIn = (span: Span): string | null => {
  const days = spans.find(one => one.id === span)?.days ?? 0
  return days === 0 ? null : dayText(new Date(Date.now() + days * 86_400_000))
}

export type TokenValues = { expired_at: string | null; is_read_only: boolean }

type TokenFieldsProps = {
  values: TokenValues
  error: string | null | undefined
  onChange: (values: Partial<TokenValues>) => void
}

/** How far the token of an agent reaches, and until when. */
export const TokenFields = ({ values, error, onChange }: TokenFieldsProps) => {
  const [span, setSpan] = useState<Span>('quarter')
  return (
    <>
      <div>
        <p className="mb-1.5 font-medium">It may</p>
        <Segmented
          label="It may"
          className="w-fit"
          parts={[
            { id: 'write', label: 'Read and write' },
            { id: 'read', label: 'Read only' },
          ]}
          value={values.is_read_only ? 'read' : 'write'}
          onChange={value => onChange({ is_read_only: value === 'read' })}
        />
      </div>
      <div>
        <p className="mb-1.5 font-medium">Its token expires</p>
        <Segmented
          label="Its token expires"
          className="w-fit max-w-full flex-wrap!"
          parts={spans.map(({ id, label }) => ({ id, label }))}
          value={span}
          onChange={next => {
            setSpan(next)
            onChange({ expired_at: dayIn(next) })
          }}
        />
        <p className="mt-1.5 text-12 text-ink-3" role="status">
          {values.expired_at
            ? `Works until the end of ${shortDay(values.expired_at, true)}.`
            : 'Works until it gets a new one.'}
        </p>
        {error && (
          <p role="alert" className="mt-1.5 text-12 text-danger">
            {error}
          </p>
        )}
      </div>
    </>
  )
}

type OnceProps = { name: string; secret: string; onClose: () => void }

export const AgentSecretOnce = ({ name, secret, onClose }: OnceProps) => (
  <ShownOnce
    title="Copy it now"
    text={`We show the token of ${name} once and keep only its fingerprint. Whoever has it acts as ${name}.`}
    what="Token"
    secret={secret}
    onClose={onClose}
  >
    <p className="mt-4 mb-1.5 font-medium">Let it call tools</p>
    <pre className="overflow-x-auto rounded-control bg-press px-3 py-2.5 font-mono text-12">
      {`${location.origin}/mcp\nAuthorization: Bearer ${secret.slice(0, 10)}…${secret.slice(-4)}`}
    </pre>
  </ShownOnce>
)
