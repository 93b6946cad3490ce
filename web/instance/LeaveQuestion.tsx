/** Settings that were changed and are not saved yet are left only after a question. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { proxy, ref, useSnapshot } from 'valtio'
import { holdBack } from '../ui/backGuard.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'

type Asked = { go: () => void; stay: () => void }

const state = proxy<{ unsaved: number; asked: Asked | null }>({ unsaved: 0, asked: null })

/** Reports a form, as long as it is changed. */
export const useUnsaved = (isUnsaved: boolean) =>
  useEffect(() => {
    if (!isUnsaved) return
    state.unsaved++
    return () => {
      state.unsaved--
    }
  }, [isUnsaved])

/** Goes on at once where nothing would be lost. */
export const leave = (go: () => void, stay = () => {}) => {
  if (state.unsaved > 0) state.asked = ref({ go, stay })
  else go()
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Where in the tab's history it is, as the router numbers it. */
const standing = () => {
  const at: unknown = history.state?.idx
  return typeof at === 'number' ? at : 0
}

/** The browser says after it has gone back or on: the router learns of it once it is asked, or it is brought back here. */
const useBackAsked = (isUnsaved: boolean) => {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in the history is another number
  useEffect(() => {
    if (!isUnsaved) return
    const home = standing()
    let isLeaving = false
    return holdBack(event => {
      if (isLeaving) return
      event.stopImmediatePropagation()
      if (standing() === home) return
      const go = () => {
        isLeaving = true
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      }
      leave(go, () => history.go(home - standing()))
    })
  }, [isUnsaved, key])
}

/** Asks before a link to another screen is followed, or the browser's own way back. */
export const LeaveQuestion = () => {
  const { unsaved, asked } = useSnapshot(state)
  const go = useNavigate()
  const first = useRef<HTMLButtonElement>(null)
  const isUnsaved = unsaved > 0
  useBackAsked(isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      // What takes the browser itself elsewhere is asked about by the browser.
      if (!link || link.target || link.rel === 'external' || !isPlain(event)) return
      event.preventDefault()
      leave(() => void go(link.pathname + link.search))
    }
    document.addEventListener('click', follow, true)
    return () => document.removeEventListener('click', follow, true)
  }, [isUnsaved, go])
  const answer = (by: keyof Asked) => {
    const { asked: answered } = state
    state.asked = null
    answered?.[by]()
  }
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={open => open || answer('stay')}
      title="Leave without saving?"
      text="Your changes on this screen are not saved yet."
      initialFocus={first}
      actions={
        <>
          <Button ref={first} onClick={() => answer('stay')}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={() => answer('go')}>
            Leave
          </Button>
        </>
      }
    />
  )
}
