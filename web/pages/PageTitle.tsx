import { useEffect, useRef, useState } from 'react'
import type { Page } from '#contract/text/pages.ts'
import { useDraft } from '../data/texts/useDraft.ts'
import { viewer } from '../data/viewer.ts'
import { pageName } from '../editor/pageNames.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { keepBlank } from './blankPages.ts'
import { renameOnLeave, renamePage } from './pageActions.ts'

const AUTOSAVE_MS = 2_000
const SAID_MS = 2_000
const CROSSED_MS = 10_000
const MAX = 255

/** Where the title is: reported beside the state of the text. */
export type TitleState = 'saving' | 'saved' | null

type PageTitleProps = {
  page: Page
  readOnly: boolean
  /** Enter: on to the text. */
  onDone: () => void
  onFocus: () => void
  onState: (state: TitleState) => void
}

/** Saved two seconds after the last key, on leaving the field, and when the tab closes. */
export const PageTitle = ({ page, readOnly, onDone, onFocus, onState }: PageTitleProps) => {
  const [isFocused, setFocused] = useState(false)
  /** The title that was there when typing began: another one by then is somebody else's. */
  const from = useRef<string | null>(null)
  const clear = useRef(0)
  useEffect(() => () => clearTimeout(clear.current), [])
  /** The title that was saved last from here. */
  const own = useRef<{ name: string; at: number } | null>(null)
  const { name: present, updated_by } = page
  useEffect(() => {
    const { name, at } = own.current ?? { name: present, at: 0 }
    if (name === present || updated_by === viewer()?.id || Date.now() - at > CROSSED_MS) return
    // Two saves have crossed: the winner sees nothing of it, so the loser is informed.
    own.current = null
    toast.fact(`The title is “${present || 'Untitled'}” now, changed by someone else. Yours was “${name}”.`)
  }, [present, updated_by])
  const say = (state: TitleState) => {
    clearTimeout(clear.current)
    onState(state)
    if (state === 'saved') clear.current = window.setTimeout(() => onState(null), SAID_MS)
  }
  const save = async (text: string) => {
    const name = text.trim()
    if (name === page.name) return
    if (from.current !== null && page.name !== from.current)
      toast.fact(`The title was “${pageName(page)}” until you changed it. Someone else had just set it.`)
    from.current = null
    say('saving')
    const isSaved = await renamePage(page, name, () => void save(text))
    if (isSaved) own.current = { name, at: Date.now() }
    say(isSaved ? 'saved' : null)
  }
  const { draft, setDraft, flush } = useDraft({
    delay: AUTOSAVE_MS,
    save: text => void save(text),
    saveOnLeave: text => {
      if (text.trim() !== page.name) renameOnLeave(page, text.trim())
    },
  })
  const shown = draft ?? page.name
  return (
    <div className="relative mb-2">
      <textarea
        aria-label="Title"
        placeholder="Untitled"
        className="field-sizing-content block w-full resize-none bg-transparent font-semibold text-30 outline-none placeholder:text-ink-3"
        rows={1}
        maxLength={MAX}
        readOnly={readOnly}
        // biome-ignore lint/a11y/noAutofocus: a page without a title was made just now
        autoFocus={!readOnly && page.name === ''}
        value={shown}
        onChange={event => {
          from.current ??= page.name
          keepBlank(page.id)
          setDraft(event.target.value.replace(/\n/g, ' '))
        }}
        onBlur={() => {
          setFocused(false)
          flush()
        }}
        onFocus={() => {
          setFocused(true)
          onFocus()
        }}
        onKeyDown={event => {
          const { value, selectionEnd } = event.currentTarget
          const isOut = event.key === 'ArrowDown' && selectionEnd === value.length
          if ((event.key !== 'Enter' && !isOut) || event.nativeEvent.isComposing) return
          event.preventDefault()
          flush()
          // Keys from here on are meant for the text, even before that has come.
          event.currentTarget.blur()
          onDone()
        }}
      />
      {isFocused && !readOnly && shown.length > MAX - 55 && (
        <span className="num absolute right-0 bottom-full text-12 text-ink-3">
          {shown.length} of {MAX}
        </span>
      )}
    </div>
  )
}
