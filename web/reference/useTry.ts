import { format } from 'date-fns'
import { useRef, useState } from 'react'
import { useSession } from '../data/session.ts'
import { latestOf } from '../data/visits.ts'
import { useKeys } from '../shell/keyboard.ts'
import { begun, emptyOf, fieldsOf, kindOf, WHOLE } from './bodyFields.ts'
import type { Call, Reference } from './description.ts'
import { addressOf, listOfField } from './rowChoices.ts'
import { readBefore, type Undo, undo, undoOf } from './undoTry.ts'

export type Outcome = { status: number; ms: number; at: string; answer: unknown; back: Undo | null }

const readAnswer = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return text ? (JSON.parse(text) as unknown) : null
  } catch {
    return text
  }
}

/** The parts of a call's address and the fields of its body, as they are being filled in. */
export const useFilled = (call: Call, schemas: Reference['schemas']) => {
  const { workspaces } = useSession()
  const last = latestOf(workspaces)
  const fields = fieldsOf(call.body, schemas)
  const [parts, setParts] = useState<Record<string, string>>(() => ({ ...(last && { ws: last.slug }) }))
  const [query, setQuery] = useState(call.example?.path.split('?')[1] ?? '')
  const [body, setBody] = useState(() => begun(call, fields))
  /** What is typed as JSON, as long as it is none. */
  const [typed, setTyped] = useState<Record<string, string>>({})
  const kindOfField = (name: string) => {
    const schema = fields[name]
    return schema ? kindOf(name, schema, listOfField(call, name)) : 'json'
  }
  const set = (name: string, value: unknown) => setBody(now => ({ ...now, [name]: value }))
  const valid = (name: string) => setTyped(({ [name]: _, ...others }) => others)
  return {
    fields,
    parts,
    query,
    setQuery,
    body,
    typed,
    kindOfField,
    set,
    setPart: (name: string, value: string) => setParts(now => ({ ...now, [name]: value })),
    add: (name: string) => set(name, emptyOf(kindOfField(name))),
    leaveOut: (name: string) => {
      valid(name)
      setBody(({ [name]: _, ...others }) => others)
    },
    typeJson: (name: string, text: string) => {
      try {
        set(name, JSON.parse(text))
        valid(name)
      } catch {
        setTyped(now => ({ ...now, [name]: text }))
      }
    },
  }
}
export type Filled = ReturnType<typeof useFilled>

/** What lacks before the call can be sent, in words; null when nothing does. */
const lackOf = (call: Call, { parts, typed, body, kindOfField }: Filled): string | null => {
  const missing = call.inPath.find(({ name }) => !parts[name]?.trim())
  if (missing) return `Fill in ${missing.name}.`
  const [wrong] = Object.keys(typed)
  if (wrong !== undefined) return `${wrong} is not valid JSON.`
  const unset = Object.keys(body).find(
    name => body[name] === '' && ['row', 'choice'].includes(kindOfField(name)),
  )
  return unset ? `Choose ${unset}, or leave it out.` : null
}

/** Sends the call, keeps its answer, and takes back what it did. */
export const useSending = (call: Call, { calls }: Reference, filled: Filled) => {
  const [refused, setRefused] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  /** An answer that comes after the next call was sent is that one's no more. */
  const turn = useRef(0)
  const isRead = call.method === 'GET'

  const takeBack = async () => {
    const back = outcome?.back
    if (!back) return
    setOutcome({ ...outcome, back: null })
    const asked = ++turn.current
    const why = await undo(back)
    if (asked === turn.current) setSaid(why ?? 'Undone.')
  }
  useKeys({ 'mod+z': { run: () => void takeBack(), label: 'Undo' } }, { when: () => outcome?.back != null })

  const send = async () => {
    const { parts, query, fields, body } = filled
    const lack = lackOf(call, filled)
    setRefused(lack)
    setSaid(null)
    const address = addressOf(call.path, parts)
    if (lack || !address) return
    const own = Object.keys(fields).length > 0 ? body : null
    const asked = ++turn.current
    try {
      const before = await readBefore(calls, { call, address, body: own })
      const began = performance.now()
      const response = await fetch(query && isRead ? `${address}?${query}` : address, {
        method: call.method,
        ...(call.body && {
          body: JSON.stringify(own ?? body[WHOLE]),
          headers: { 'content-type': 'application/json' },
        }),
      })
      const answer = await readAnswer(response)
      if (asked !== turn.current) return
      const told = { answer, mark: response.headers.get('etag') }
      setOutcome({
        status: response.status,
        ms: Math.round(performance.now() - began),
        at: format(new Date(), 'HH:mm'),
        answer,
        back: response.ok ? undoOf(calls, { call, address, body: own }, before, told) : null,
      })
      setShown(isRead || !response.ok)
    } catch {
      if (asked === turn.current) setRefused('The server cannot be reached.')
    }
  }
  return { refused, outcome, said, isShown, setShown, send, takeBack }
}
export type Sending = ReturnType<typeof useSending>
