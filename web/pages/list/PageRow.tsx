import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { documentName } from '#contract/text/documentNames.ts'
import { isPublic, type Page } from '#contract/text/pages.ts'
import { useTextWaits } from '../../data/texts/keptTexts.ts'
import { PageMark } from '../../editor/PageMark.tsx'
import { pageAddress, pageName } from '../../editor/pageNames.ts'
import { ROW_LINK, Row, RowDots, RowStar, SHY } from '../../shell/list/Row.tsx'
import { classes } from '../../ui/classes.ts'
import { agoText, momentText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar, type Person } from '../../ui/marks/Avatar.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { mayPage, toggleFavorite } from '../pageActions.ts'

type PageRowProps = {
  page: Page
  depth: number
  children: number
  isFolded: boolean
  isFavorite: boolean
  owner: Person | null
  editor: Person | null
  /** The page that it is below, where the list is no tree. */
  above: Page | null
  /** So far its content begins from the edge, in pixels. */
  inset: number
  mayTake: (id: string) => boolean
  onFold: () => void
  onNest: (id: string) => void
}

/** Dragged onto another page, it goes below that one. */
const useNesting = (props: PageRowProps) => {
  const element = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { page } = props
  const mayMove = !page.archived_at && !page.is_locked && mayPage('page.update', page)
  const mayHold = !page.archived_at && mayPage('page.update', page)
  const { id } = page
  useEffect(() => {
    const node = element.current
    if (!node) return
    return combine(
      draggable({ element: node, canDrag: () => mayMove, getInitialData: () => ({ pageId: id }) }),
      dropTargetForElements({
        element: node,
        canDrop: ({ source }) =>
          mayHold && typeof source.data.pageId === 'string' && latest.current.mayTake(source.data.pageId),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          latest.current.onNest(String(source.data.pageId))
        },
      }),
    )
  }, [id, mayMove, mayHold])
  return { element, isOver }
}

/** Its text was written in while the server was away, and is not sent yet. */
const Waits = ({ page }: { page: Page }) =>
  useTextWaits(documentName('page', page.id)) ? (
    <Tooltip label="Your changes are on this device and will be sent when the server can be reached.">
      <span role="img" aria-label="Not sent yet" className="relative z-[1] flex flex-none">
        <Icon name="cloud-upload" size={12} className="text-ink-3" />
      </span>
    </Tooltip>
  ) : null

export const PageRow = (props: PageRowProps) => {
  const { page, depth, children, isFolded, isFavorite, owner, editor, above, inset } = props
  const { element, isOver } = useNesting(props)
  const name = pageName(page)
  return (
    <Row
      id={page.id}
      ref={element}
      style={{ paddingLeft: inset + depth * 24 }}
      className={classes(
        'flex h-9 items-center gap-2 pr-2 max-md:h-13 max-md:pr-4',
        isOver && 'bg-accent-tint outline-2 outline-accent -outline-offset-2',
      )}
    >
      {children > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${isFolded ? 'Expand' : 'Collapse'} ${name}`}
          aria-expanded={!isFolded}
          onClick={props.onFold}
          className="relative z-[1] grid size-5 flex-none place-items-center rounded-tag text-ink-3 hover:bg-hover"
        >
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={12} />
        </button>
      ) : (
        <span className="w-5 flex-none" />
      )}
      <PageMark page={page} className="text-ink-3" />
      <Link to={pageAddress(page)} draggable={false} className={ROW_LINK}>
        {name}
      </Link>
      {above && <span className="cut text-12 text-ink-3">in {pageName(above)}</span>}
      <Waits page={page} />
      {page.is_locked && <Icon name="lock" size={12} className="text-ink-3" />}
      <span className="flex-1" />
      {mayPage('page.favor', page) && !page.archived_at && (
        <RowStar
          name={name}
          on={isFavorite}
          run={() => void toggleFavorite(page)}
          className="max-md:hidden"
        />
      )}
      <Tooltip label={`Edited ${editor ? `by ${editor.display_name}, ` : ''}${momentText(page.updated_at)}`}>
        <span className="num cut relative z-[1] w-56 flex-none text-12 text-ink-3 max-desk:w-32 max-md:w-auto">
          <span className="max-md:hidden">Edited </span>
          {agoText(page.updated_at)}
          {editor && <span className="max-desk:hidden"> by {editor.display_name}</span>}
        </span>
      </Tooltip>
      <Icon name={isPublic(page) ? 'globe' : 'lock'} size={14} className="text-ink-3 max-md:hidden" />
      <Avatar person={owner} />
      <RowDots name={name} className={`${SHY} max-md:opacity-100`} />
    </Row>
  )
}
