/** Settings that were changed and are not saved yet are left only after a question. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { proxy, ref, useSnapshot } from 'valtio'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'

const state = proxy<{ unsaved: number; asked: { go: () => void } | null }>({ unsaved: 0, asked: null })

/** Tells of a form, as long as it stands changed. */
export const useUnsaved = (isUnsaved: boolean) =>
  useEffect(() => {
    if (!isUnsaved) return
    state.unsaved++
    return () => {
      state.unsaved--
    }
  }, [isUnsaved])

/** Goes on at once where nothing would be lost. */
export const leave = (go: () => void) => {
  if (state.unsaved > 0) state.asked = ref({ go })
  else go()
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Asks before a link to another screen is followed. */
export const LeaveQuestion = () => {
  const { unsaved, asked } = useSnapshot(state)
  const go = useNavigate()
  const first = useRef<HTMLButtonElement>(null)
  const isUnsaved = unsaved > 0
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
  const stay = () => {
    state.asked = null
  }
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={open => open || stay()}
      title="Leave without saving?"
      text="Your changes on this screen are not saved yet."
      initialFocus={first}
      actions={
        <>
          <Button ref={first} onClick={stay}>
            Keep editing
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              const { go: leaving } = state.asked ?? {}
              stay()
              leaving?.()
            }}
          >
            Leave
          </Button>
        </>
      }
    />
  )
}
