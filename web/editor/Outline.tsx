import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { copyText } from '../ui/copy.ts'
import { elementAt, type PlacedHeading, showHeading, useHeadings } from './surfaces/headings.ts'
import { scrollerOf } from './surfaces/scroller.ts'

const STEP = 12

/** In a closed toggle it is nowhere. */
const topOf = (element: HTMLElement | null) => element?.getClientRects()[0]?.top ?? Number.POSITIVE_INFINITY

/** The section being read: the last whose heading has reached the upper part of the view. */
const useActive = (editor: Editor, headings: readonly PlacedHeading[]) => {
  const [active, setActive] = useState<string | null>(null)
  useEffect(() => {
    const scroller = scrollerOf(editor.view.dom)
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const line = scroller.getBoundingClientRect().top + 120
        const isEnd =
          scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2 && scroller.scrollTop > 0
        const passed = headings.filter(({ at }) => topOf(elementAt(editor, at)) < line)
        const seen = isEnd ? headings.at(-1) : (passed.at(-1) ?? headings[0])
        setActive(seen?.slug ?? null)
      })
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', look)
    }
  }, [editor, headings])
  return active
}

type OutlineProps = { editor: Editor; onChoose?: () => void }

/** The headings of a text, with a mark at the section in view. */
export const Outline = ({ editor, onChoose }: OutlineProps) => {
  const headings = useHeadings(editor)
  const active = useActive(editor, headings)
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the mark that has moved
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const least = Math.min(...headings.map(heading => heading.level))
  return (
    <nav aria-label="On this page">
      <p className="px-2 pb-1.5 text-12 text-ink-3">On this page</p>
      {headings.length === 0 && <p className="px-2 text-12 text-ink-3">Headings appear here.</p>}
      <ul ref={list}>
        {headings.map(({ at, level, text, slug }) => (
          <li key={slug} className="group relative">
            <a
              href={`#${slug}`}
              aria-current={slug === active ? 'location' : undefined}
              title={text}
              style={{ paddingLeft: 8 + (level - least) * STEP }}
              className={classes(
                'cut block h-7 pr-7 leading-7',
                slug === active
                  ? 'font-medium text-ink shadow-[inset_2px_0_0_var(--ink)]'
                  : 'text-ink-2 shadow-[inset_1px_0_0_var(--line)] hover:text-ink',
              )}
              onClick={event => {
                event.preventDefault()
                showHeading(editor, at)
                onChoose?.()
              }}
            >
              {text}
            </a>
            <IconButton
              icon="link"
              size="strip"
              label={`Copy link to ${text}`}
              tooltip={false}
              onClick={() =>
                void copyText(`${location.origin}${location.pathname}#${slug}`, 'Link to heading')
              }
              className="absolute top-0.5 right-0 opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}
