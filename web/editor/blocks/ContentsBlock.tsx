import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { classes } from '../../ui/classes.ts'
import { showHeading, useHeadings } from '../surfaces/headings.ts'

/** The headings of the text as they are now; each leads to its section. */
export const ContentsBlock = ({ editor, selected }: ReactNodeViewProps) => {
  const headings = useHeadings(editor)
  const least = Math.min(...headings.map(heading => heading.level))
  return (
    <NodeViewWrapper
      className={classes('contents-block', selected && 'is-selected')}
      contentEditable={false}
      data-drag-handle=""
    >
      <nav aria-label="Table of contents" className="contents">
        {headings.length === 0 && <p>Headings appear here.</p>}
        <ul>
          {headings.map(({ at, level, text, slug }) => (
            <li key={slug} style={{ paddingLeft: (level - least) * 20 }}>
              <a
                href={`#${slug}`}
                onClick={event => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  showHeading(editor, at)
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </NodeViewWrapper>
  )
}
