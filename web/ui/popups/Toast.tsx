import { useEffect, useRef, useState } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { classes } from '../classes.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Icon } from '../icons.tsx'
import { useStandingFoot } from './foot.ts'

type Shown = {
  id: number
  kind: 'failure' | 'undo' | 'fact' | 'progress'
  title?: string
  message: string
  label?: string
  run?: () => void
}

const RETRY = 'Retry'
const COPY = 'Copy'
const state = proxy<{ shown: Shown | null; beneath: Shown[] }>({ shown: null, beneath: [] })
let count = 0

// Words that would be gone with it: it stays until somebody decides.
const holdsWords = ({ label }: Shown) => label === RETRY || label === COPY

const show = (kind: Shown['kind'], message: string, label?: string, run?: () => void, title?: string) => {
  const { shown } = state
  if (shown && holdsWords(shown)) state.beneath.push(shown)
  const wrapped = run && ref({ run })
  state.shown = { id: ++count, kind, title, message, label, run: wrapped && (() => wrapped.run()) }
}

/**
 * One at a time: a new one takes the place of the old, and one that offers to try again comes back after it. Success is
 * seen, not announced.
 */
export const toast = {
  failure: (message: string, { retry, title }: { retry?: () => void; title?: string } = {}) =>
    show('failure', message, retry && RETRY, retry, title),
  reload: (message: string) => show('failure', message, 'Reload', () => location.reload()),
  undo: (message: string, undo: () => void) => show('undo', message, 'Undo', undo),
  /** Words that can be sent nowhere any more. */
  unsent: (message: string, copy: () => void) => show('failure', message, COPY, copy),
  /** For what cannot be seen, such as a copied link; `open` leads to it. */
  fact: (message: string, open?: () => void) => show('fact', message, open && 'Open', open),
  /** Long work with its figure; stays until something else is shown. */
  progress: (message: string, stop: () => void) => show('progress', message, 'Stop', stop),
  close: () => {
    state.shown = state.beneath.pop() ?? null
  },
}

export const Toaster = () => {
  const { shown } = useSnapshot(state)
  const [held, setHeld] = useState(false)
  const foot = useStandingFoot()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: above another foot it is elsewhere
  useEffect(() => {
    if (!shown) return
    const over = new AbortController()
    const begin = ({ keepClear }: typeof import('./keepClear.ts')) => {
      if (box.current && !over.signal.aborted)
        over.signal.addEventListener('abort', keepClear(box.current), { once: true })
    }
    // Without it a toast is read all the same.
    void import('./keepClear.ts').then(begin, () => {})
    return () => over.abort()
  }, [shown, foot])
  useEffect(() => {
    if (!shown || held || shown.kind === 'progress' || holdsWords(shown)) return
    const timer = setTimeout(
      toast.close,
      shown.kind === 'fact' && !shown.label ? 3000 : shown.kind === 'undo' ? 8000 : 12000,
    )
    return () => clearTimeout(timer)
  }, [shown, held])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it open
    <div
      ref={box}
      aria-live={shown?.kind === 'failure' ? 'assertive' : 'polite'}
      className={classes(
        'pointer-events-none absolute left-4 z-30 max-w-[calc(100%-32px)]',
        foot === 'sheet' ? 'bottom-40' : 'bottom-4',
        foot === 'bar' && 'max-xl:bottom-18',
      )}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      {shown && (
        <div
          key={shown.id}
          data-toast={shown.kind}
          className="toast-enter pointer-events-auto flex min-h-11 items-center gap-2.5 rounded-card bg-float py-2 pr-2 pl-3.5 shadow-float"
        >
          {shown.kind === 'failure' ? (
            <Icon name="circle-alert" className="text-danger" />
          ) : (
            <Icon name={shown.kind === 'undo' ? 'rotate-ccw' : 'check'} className="text-ink-3" />
          )}
          <span className="min-w-0">
            {shown.title && <strong className="mr-2 font-medium">{shown.title}</strong>}
            {shown.message}
          </span>
          {shown.label && (
            <Button
              variant="neutral"
              keys={shown.kind === 'undo' ? 'mod+z' : undefined}
              className="ml-2"
              onClick={() => {
                const run = state.shown?.run
                toast.close()
                run?.()
              }}
            >
              {shown.label}
            </Button>
          )}
          <IconButton icon="x" label="Close" tooltip={false} onClick={toast.close} />
        </div>
      )}
    </div>
  )
}
