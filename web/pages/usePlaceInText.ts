import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { reveal } from '../editor/blocks/toggleView.ts'
import type { OpenText } from '../editor/DocumentEditor.tsx'
import { placeOfAddress } from '../editor/surfaces/blockAddress.ts'
import { scrollTo } from '../editor/surfaces/scroller.ts'
import { toast } from '../ui/popups/Toast.tsx'

const FOR_MS = 2_000
const TINT_MS = 2_000

/** Shows the place that the address names, once the text is there. */
export const usePlaceInText = (open: OpenText | null) => {
  const { hash } = useLocation()
  const shown = useRef('')
  useEffect(() => {
    const address = decodeURIComponent(hash.slice(1))
    if (!open || !address || shown.current === address) return
    const { editor, connection } = open
    const started = Date.now()
    let wait = 0
    // A copy kept here may be older than the link: the server's text is waited for.
    const look = () => {
      if (editor.isDestroyed) return
      const at = placeOfAddress(editor.state, address)
      if (at !== null) reveal(editor.view, at)
      const element = at === null ? null : editor.view.nodeDOM(at)
      if (element instanceof HTMLElement) {
        shown.current = address
        scrollTo(element, { smooth: false })
        // By no class: the editor would take it for a change of its text.
        element.animate([{ background: 'var(--accent-tint)' }, { background: 'transparent' }], TINT_MS)
      } else if (connection.state.saved || Date.now() - started > FOR_MS) {
        shown.current = address
        toast.fact('The linked part is no longer on this page.')
      } else wait = window.setTimeout(look, 50)
    }
    wait = window.setTimeout(look, 0)
    return () => clearTimeout(wait)
  }, [open, hash])
}
