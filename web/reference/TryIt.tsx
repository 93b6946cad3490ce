import { type FormEvent, useState } from 'react'
import { useSession } from '../data/session.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TextArea, TextInput } from '../ui/controls/TextInput.tsx'
import { Icon } from '../ui/icons.tsx'
import { Json, Slab } from './Code.tsx'
import type { Call } from './description.ts'

type Outcome = { status: number; ms: number; answer: unknown }

const readAnswer = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return text ? (JSON.parse(text) as unknown) : null
  } catch {
    return text
  }
}

/** Sends the call to this server with one's own session: what it changes is changed. */
export const TryIt = ({ call }: { call: Call }) => {
  const { me, workspaces } = useSession()
  const [first] = workspaces
  const [values, setValues] = useState<Record<string, string>>(() => ({
    ...(first && call.inPath.some(({ name }) => name === 'ws') ? { ws: first.slug } : {}),
  }))
  const [query, setQuery] = useState(call.example?.path.split('?')[1] ?? '')
  const [body, setBody] = useState(() => (call.body ? JSON.stringify(call.example?.body ?? {}, null, 2) : ''))
  const [refused, setRefused] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isShown, setShown] = useState(false)
  const isRead = call.method === 'GET'
  if (!me) return <p className="py-2 text-ink-3">Sign in to try calls with your own session.</p>
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    setRefused(null)
    const missing = call.inPath.find(({ name }) => !values[name]?.trim())
    if (missing) return setRefused(`Fill in ${missing.name}.`)
    try {
      if (body) JSON.parse(body)
    } catch {
      return setRefused('The body is not valid JSON.')
    }
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name]?.trim() ?? ''),
    )
    const began = performance.now()
    try {
      const response = await fetch(query ? `${path}?${query}` : path, {
        method: call.method,
        ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
      })
      const answer = await readAnswer(response)
      setOutcome({ status: response.status, ms: Math.round(performance.now() - began), answer })
      setShown(isRead || !response.ok)
    } catch {
      setRefused('The server cannot be reached.')
    }
  }
  return (
    <>
      <form
        onSubmit={send}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event)
        }}
        className="rounded-card bg-raised p-3 shadow-[inset_0_0_0_1px_var(--edge)]"
      >
        <div className="grid grid-cols-[96px_minmax(0,1fr)] items-center gap-2">
          {call.inPath.map(({ name }) => (
            <Line key={name} name={name}>
              <TextInput
                height="control"
                aria-label={name}
                className="h-8 font-mono text-12 max-md:h-11"
                value={values[name] ?? ''}
                onChange={event => setValues({ ...values, [name]: event.target.value })}
              />
            </Line>
          ))}
          {isRead && call.query.length > 0 && (
            <Line name="query">
              <TextInput
                height="control"
                aria-label="query"
                className="h-8 font-mono text-12 max-md:h-11"
                value={query}
                onChange={event => setQuery(event.target.value)}
              />
            </Line>
          )}
          {call.body && (
            <Line name="body">
              <TextArea
                aria-label="body"
                rows={Math.min(10, body.split('\n').length + 1)}
                className="font-mono text-12"
                spellCheck={false}
                value={body}
                onChange={event => setBody(event.target.value)}
              />
            </Line>
          )}
        </div>
        <div className="mt-3 flex items-center gap-3">
          <Button type="submit" variant="primary" size="large" keys="mod+enter" className="max-md:h-11">
            Send
          </Button>
          <span className="text-12 text-ink-3">
            {isRead ? `As ${me.display_name}.` : `As ${me.display_name}. This changes real data.`}
          </span>
        </div>
        {refused && (
          <p role="alert" className="mt-2 text-12 text-danger">
            {refused}
          </p>
        )}
      </form>
      {outcome && (
        <div role="status">
          <div className="mt-1 flex h-11 items-center gap-2 pl-1">
            <Icon
              name={outcome.status < 400 ? 'check' : 'circle-x'}
              size={14}
              className={outcome.status < 400 ? 'text-ok' : 'text-danger'}
            />
            <span className="font-medium font-mono text-12">{outcome.status}</span>
            <span className="num text-12 text-ink-3">in {outcome.ms} ms</span>
            <span className="flex-1" />
            {outcome.answer !== null && (
              <Button onClick={() => setShown(!isShown)} className="max-md:h-11">
                {isShown ? 'Hide response' : 'Show response'}
              </Button>
            )}
          </div>
          {isShown && outcome.answer !== null && (
            <Slab label="Response of your call">
              <Json value={outcome.answer} />
            </Slab>
          )}
        </div>
      )}
    </>
  )
}

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <span className="font-medium font-mono text-12 cut">{name}</span>
    {children}
  </>
)
