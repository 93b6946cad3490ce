import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRows } from '../../data/rows.ts'
import { classes } from '../../ui/classes.ts'
import { Kbd } from '../../ui/marks/Kbd.tsx'
import type { Typed } from '../acts/newLine.ts'
import type { Known } from '../acts/quickWords.ts'
import { useProjectLabels, useProjectPeople } from '../fields/projectRows.ts'

type QuickAddProps = {
  projectKey: string
  /** A line in the list of an open issue. */
  look: 'row' | 'card' | 'line'
  onAdd: (typed: Typed) => void
  onClose: () => void
}

// The field is there at once and takes every key; the words are only needed when a title has some.
const words = () => import('../acts/quickWords.ts')

const useSaid = (name: string, known: Known): string[] => {
  const [read, setRead] = useState<Awaited<ReturnType<typeof words>>>()
  useEffect(() => void words().then(setRead, () => {}), [])
  return read?.readLine(name, known).said ?? []
}

// A project's key names it: people and labels are those of its project.
const useKnown = (projectKey: string): Known => {
  const projectId = useRows('project').find(project => project.identifier === projectKey)?.id ?? ''
  const people = useProjectPeople(projectId)
  const labels = useProjectLabels(projectId)
  return { people: people.map(person => ({ id: person.id, name: person.display_name })), labels }
}

/** A new issue by its title alone; some words in it set its fields. */
export const QuickAdd = ({ projectKey, look, onAdd, onClose }: QuickAddProps) => {
  const known = useKnown(projectKey)
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // In a list it is in sight whatever the browser thinks of it: the rows do not move.
  useLayoutEffect(() => field.current?.focus({ preventScroll: look === 'row' }), [look])
  const said = useSaid(name, known)
  // Titles arrive in the order in which they were typed: each waits for the same module.
  const add = (titles: readonly string[], form?: boolean) =>
    void words().then(
      ({ readLine }) => onAdd({ lines: titles.map(title => readLine(title, known).line), form }),
      () => onAdd({ lines: titles.map(title => ({ name: title.trim() })), form }),
    )
  const input = (
    <input
      ref={field}
      aria-label="New issue title"
      placeholder="Issue title"
      value={name}
      maxLength={255}
      onChange={event => setName(event.target.value)}
      onBlur={() => name.trim() || onClose()}
      onPaste={event => {
        const lines = event.clipboardData
          .getData('text/plain')
          .split(/\r?\n/)
          .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
          .filter(Boolean)
        if (lines.length < 2) return
        event.preventDefault()
        add(lines.map(one => one.slice(0, 255)))
      }}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          add([name], true)
          onClose()
        } else if (event.key === 'Enter') {
          if (!name.trim()) return onClose()
          add([name])
          setName('')
        } else return
        event.preventDefault()
        event.stopPropagation()
      }}
      className="min-w-0 flex-1 bg-transparent outline-none"
    />
  )
  const hint = (
    <>
      <span className="cut" role="status">
        {said.length > 0 ? said.join(', ') : 'Enter adds another'}
      </span>
      <Kbd keys="esc" className="ml-auto" />
    </>
  )
  const key = <span className="num text-12 text-ink-3">{projectKey}</span>
  const ring = 'shadow-[inset_0_0_0_2px_var(--accent)]'
  return look === 'card' ? (
    <div className={classes('flex-none rounded-control bg-raised py-2 pr-2 pl-2.5', ring)}>
      <div className="flex h-5 items-center gap-2">
        {key}
        {input}
      </div>
      <div className="mt-1.5 flex items-center gap-2 text-12 text-ink-3">{hint}</div>
    </div>
  ) : (
    <div
      className={classes(
        'flex items-center gap-2 rounded-control pr-2',
        look === 'row' ? 'mx-2 h-9 pl-14' : '-mx-2 h-8 pl-2',
        ring,
      )}
    >
      {key}
      {input}
      <span className="flex items-center gap-2 text-12 text-ink-3 max-md:hidden">{hint}</span>
    </div>
  )
}
