import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { announce } from './surfaces/announce.ts'
import { findNext, findWords, foundIn, leaveFind, replaceAll, replaceOne } from './surfaces/find.ts'

type FindPanelProps = {
  editor: Editor
  /** To begin with; otherwise what is selected. */
  words?: string
  onClose: () => void
}

const countText = (places: number, at: number) => (places === 0 ? 'Nothing found' : `${at + 1} of ${places}`)

/** Looks for words in the text and, where it may be written, puts others in their place. */
export const FindPanel = ({ editor, words: given, onClose }: FindPanelProps) => {
  const input = useRef<HTMLInputElement>(null)
  const { from, to } = editor.state.selection
  const [words, setWords] = useState(
    () => given || editor.state.doc.textBetween(from, Math.min(to, from + 80), ' '),
  )
  const [matchCase, setCase] = useState(false)
  const found = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const { places, at } = foundIn(now)
      return { count: places.length, at, isEditable: now.isEditable }
    },
  })
  useEffect(() => {
    findWords(editor, { words, matchCase })
  }, [editor, words, matchCase])
  useEffect(() => {
    input.current?.select()
    return () => {
      if (!editor.isDestroyed) findWords(editor, { words: '', matchCase: false })
    }
  }, [editor])
  const close = () => {
    leaveFind(editor)
    onClose()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if ((event.ctrlKey || event.metaKey) && event.key === 'f') input.current?.select()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search
      aria-label="Find in page"
      onKeyDown={press}
      className="floats absolute top-2 right-4 z-10 flex w-100 max-w-[calc(100%-16px)] flex-col gap-1 p-1.5 max-md:right-2"
    >
      <div className="flex items-center gap-1">
        <TextInput
          ref={input}
          height="control"
          aria-label="Find"
          placeholder="Find"
          autoFocus
          spellCheck={false}
          value={words}
          onChange={event => setWords(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            findNext(editor, event.shiftKey ? -1 : 1)
          }}
          className="min-w-0 flex-1"
        />
        <span role="status" className="num min-w-12 flex-none text-right text-12 text-ink-3">
          {words && countText(found.count, found.at)}
        </span>
        <IconButton
          icon="chevron-up"
          size="strip"
          label="Previous"
          keys="shift+enter"
          onClick={() => findNext(editor, -1)}
        />
        <IconButton
          icon="chevron-down"
          size="strip"
          label="Next"
          keys="enter"
          onClick={() => findNext(editor, 1)}
        />
        <IconButton
          icon="a-large-small"
          size="strip"
          label="Match case"
          on={matchCase}
          aria-pressed={matchCase}
          onClick={() => setCase(!matchCase)}
        />
        <IconButton icon="x" size="strip" label="Close" keys="esc" onClick={close} />
      </div>
      {found.isEditable && (
        <Replace editor={editor} isIdle={found.count === 0} onAll={() => input.current?.focus()} />
      )}
    </search>
  )
}

type ReplaceProps = {
  editor: Editor
  isIdle: boolean
  /** Called after all is replaced: the button is disabled then, and a disabled button holds no focus. */
  onAll: () => void
}

const Replace = ({ editor, isIdle, onAll }: ReplaceProps) => {
  const [other, setOther] = useState('')
  const all = () => {
    const count = replaceAll(editor, other)
    announce(`${count} replaced`)
    onAll()
  }
  return (
    <div className="flex items-center gap-1">
      <TextInput
        height="control"
        aria-label="Replace with"
        placeholder="Replace with"
        spellCheck={false}
        value={other}
        onChange={event => setOther(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          replaceOne(editor, other)
        }}
        className="min-w-0 flex-1"
      />
      <Button disabled={isIdle} onClick={() => replaceOne(editor, other)}>
        Replace
      </Button>
      <Button disabled={isIdle} onClick={all}>
        Replace all
      </Button>
    </div>
  )
}
