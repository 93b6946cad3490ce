/** The one way that something is filled in and sent: values, limits, refusals, keys and the guard against losing it. */
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import type { z } from 'zod'
import type { ParamsOf, Route } from '#contract/define.ts'
import { type Answer, type BodyOf as Body, call, OfflineError } from '../data/client.ts'
import { boundsIn } from '../data/schemas.ts'
import { useLeaveGuard } from '../ui/leaveGuard.ts'
import { NOT_REFUSED, refusalOf } from './refusal.ts'

type FieldsOptions<V, A> = {
  begin: () => V
  /** `idOf`: the id under which this is sent, the same as before where that was not answered: then it is done once. */
  send: (values: V, idOf: (sent: unknown) => string) => Promise<A>
  /** It was taken. */
  onDone?: (answer: A) => void
  /** The schema that the server judges it by: how long its texts may be is read off it. */
  body?: unknown
  /** The browser asks before the tab takes with it what was filled in. */
  guarded?: boolean
}

type TextName<V> = { [Name in keyof V & string]: V[Name] extends string ? Name : never }[keyof V & string]

/** The fields that can be filled in, in the order of the form. */
const namedIn = (form: HTMLFormElement | null): { name: string; element: HTMLElement }[] =>
  [...(form?.elements ?? [])].flatMap(element => {
    const name = element.getAttribute('name')
    return name && element instanceof HTMLElement ? [{ name, element }] : []
  })

/** Blanks alone are nothing, though the browser takes them for something. */
const isBlank = (element: HTMLElement) =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
  element.required &&
  element.value.trim() === ''

/** The fields of which the other holds something else. */
const changesOf = <V extends object>(one: V, other: V) => {
  const before = new Map(Object.entries(one))
  return Object.fromEntries(
    Object.entries(other).filter(([name, value]) => !Object.is(before.get(name), value)),
  ) as Partial<V>
}

const isSame = <V extends object>(one: V, other: V) => Object.keys(changesOf(one, other)).length === 0

/** The fields of a form, sent by any call. */
export const useFields = <V extends object, A>(options: FieldsOptions<V, A>) => {
  const { begin, send, onDone, body, guarded = false } = options
  const [start, setStart] = useState(begin)
  const [values, setValues] = useState(start)
  const [refusal, setRefusal] = useState(NOT_REFUSED)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** What the server has taken, while `onDone` reads its answer. */
  const taken = useRef<V | null>(null)
  const latest = useRef(values)
  useLayoutEffect(() => {
    latest.current = values
  })
  /** What was sent and never answered: nobody knows whether it was taken. */
  const unheard = useRef<{ words: string; id: string } | null>(null)
  const idOf = (sent: unknown) => {
    const words = JSON.stringify(sent)
    if (unheard.current?.words !== words) unheard.current = { words, id: v7() }
    return unheard.current.id
  }
  const isDirty = !isSame(start, values)
  useLeaveGuard(() => guarded && isDirty)

  useEffect(() => {
    namedIn(form.current)
      .find(({ name }) => name in refusal.fields)
      ?.element.focus()
  }, [refusal])

  /** A changed field loses the refusal of its old value. */
  const forgive = (changed: readonly string[]) => {
    const left = Object.entries(refusal.fields).filter(([name]) => !changed.includes(name))
    if (left.length < Object.keys(refusal.fields).length)
      setRefusal({ ...refusal, fields: Object.fromEntries(left) })
  }
  const set = (change: Partial<V>) => {
    setValues(now => ({ ...now, ...change }))
    forgive(Object.keys(change))
  }
  const write = (name: TextName<V>, text: string) => {
    setValues(now => ({ ...now, [name]: text }))
    forgive([name])
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const blank = namedIn(form.current).find(one => isBlank(one.element))
    if (isBusy || blank) return blank?.element.focus()
    setBusy(true)
    setRefusal(NOT_REFUSED)
    let answer: A
    try {
      answer = await send(values, idOf)
      unheard.current = null
    } catch (failure) {
      if (!(failure instanceof OfflineError)) unheard.current = null
      const shown = namedIn(form.current).map(({ name }) => name)
      return setRefusal(refusalOf(failure, shown))
    } finally {
      setBusy(false)
    }
    taken.current = values
    onDone?.(answer)
    taken.current = null
  }

  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return {
    values,
    set,
    isBusy,
    isDirty,
    errors: refusal.fields as Partial<Record<keyof V, string>>,
    /** The refusal of the form as a whole. */
    general: refusal.general,
    /** Begins anew with the kept values, and with the focus in the first field; what was typed during a save stays. */
    again: (kept: Partial<V>) => {
      const next = { ...begin(), ...kept }
      const sent = taken.current
      setStart(next)
      const typed = sent ? changesOf(sent, latest.current) : {}
      setValues({ ...next, ...typed })
      setRefusal(NOT_REFUSED)
      if (Object.keys(typed).length === 0) namedIn(form.current)[0]?.element.focus()
    },
    /** Takes a refusal of its values by another call than its own. */
    refuse: (failure: unknown) =>
      setRefusal(
        refusalOf(
          failure,
          namedIn(form.current).map(({ name }) => name),
        ),
      ),
    /** Sends it as Enter does, from a part that keeps Enter for itself. */
    submit: () => form.current?.requestSubmit(),
    /** The properties of the form element. */
    props: { ref: form, onSubmit: submit, onKeyDown: press },
    /** The properties of a text input. */
    input: (name: TextName<V>) => {
      const { least = 0, most } = boundsIn(body, name)
      return {
        name,
        value: String(values[name]),
        onChange: ({ target }: { target: { value: string } }) => write(name, target.value),
        maxLength: most,
        ...(least > 0 && { required: true }),
      }
    },
  }
}

type BodyOf<R extends Route> = z.input<NonNullable<R['body']>>
type Values<R extends Route, Name extends keyof BodyOf<R>> = Pick<Required<BodyOf<R>>, Name>

type FormOptions<R extends Route, Name extends keyof BodyOf<R>> = {
  params?: ParamsOf<R['path']>
  begin: () => Values<R, Name>
  /** The body to send, where it is not just the fields. */
  sent?: (values: Values<R, Name>) => BodyOf<R> & Record<string, unknown>
  onDone?: (answer: Answer<R>['body']) => void
  guarded?: boolean
}

/** A form of one call: its fields are those of the call's body. */
export const useForm = <R extends Route, Name extends keyof BodyOf<R>>(
  route: R,
  { params, sent, ...options }: FormOptions<R, Name>,
) =>
  useFields({
    ...options,
    body: route.body,
    send: async (values: Values<R, Name>) =>
      (await call(route, { ...(params && { params }), body: (sent ? sent(values) : values) as Body<R> }))
        .body,
  })
