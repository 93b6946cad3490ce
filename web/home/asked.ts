/**
 * Figures that only the server can sum up: asked when they are shown, and again when something that they depend on has
 * changed.
 */
import { useEffect, useRef, useState } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { onLeaving } from '../data/entered.ts'
import { useLive } from '../data/live.ts'

type Held = { value: object | null; status: 'loading' | 'ready' | 'error'; of: string }
const state = proxy<Record<string, Held>>({})
onLeaving(() => {
  for (const key of Object.keys(state)) delete state[key]
})

const SETTLED_MS = 600

/** `after`: the answer's dependencies, as text; the former answer is shown until the new one is there. */
export const useAsked = <T extends object>(key: string, after: string, ask: () => Promise<T>) => {
  const { loads, status: live } = useLive()
  const held = useSnapshot(state)[key] as Held | undefined
  const of = `${loads} ${after}`
  const [tries, setTries] = useState(0)
  // Changes that follow one upon the other put the asking off no further.
  const due = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question
  useEffect(() => {
    const now = state[key]
    if (live !== 'live' || now?.of === `${of} ${tries}`) return
    const begin = async () => {
      due.current = null
      const asked = { value: now?.value ?? null, of: `${of} ${tries}` }
      state[key] = { ...asked, status: now?.value ? 'ready' : 'loading' }
      try {
        const value = ref(await ask())
        if (state[key]?.of === asked.of) state[key] = { ...asked, value, status: 'ready' }
      } catch {
        if (state[key]?.of === asked.of) state[key] = { ...asked, status: 'error' }
      }
    }
    if (!now?.value) due.current = performance.now()
    due.current ??= performance.now() + SETTLED_MS
    const timer = setTimeout(() => void begin(), Math.max(0, due.current - performance.now()))
    return () => clearTimeout(timer)
  }, [key, of, live, tries])
  return {
    value: (held?.value ?? null) as T | null,
    status: held?.status ?? 'loading',
    retry: () => setTries(n => n + 1),
  }
}
