import { createNodeFromContent } from '@tiptap/core'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { documentSchema, withoutStyles } from '#document'
import '../style/text.css'
import { later } from '../ui/popups/later.tsx'
import { showColours } from './blocks/code/codeHighlight.ts'
import { EmbeddedIssue } from './blocks/EmbeddedIssue.tsx'
import { FileChip } from './blocks/FileChip.tsx'
import { ImageElsewhere, isKeptHere } from './blocks/image/ImageElsewhere.tsx'
import { showImages } from './blocks/image/shownImages.ts'
import { Mention } from './blocks/Mention.tsx'
import { showCallouts } from './blocks/shownCallouts.ts'
import { showTables } from './blocks/table/wideTables.ts'

const ImageFull = later(() => import('./blocks/image/ImageFull.tsx').then(module => module.ImageFull))

/**
 * Rebuilds HTML from elements of the schema alone. It is parsed in a document that runs nothing and loads nothing, and
 * the screen gets what the schema writes anew: unknown elements are gone.
 */
const elementsOf = (html: string): DocumentFragment => {
  const node = createNodeFromContent(withoutStyles(html), documentSchema, { slice: false }) as Node
  // In a document of its own an image of another host is not asked for.
  const document = new DOMParser().parseFromString('', 'text/html')
  return DOMSerializer.fromSchema(documentSchema).serializeFragment(node.content, {
    document,
  }) as DocumentFragment
}

type Place = { element: Element; part: ReactElement }

/** Mentions are no words: each is drawn at its place as its row is now. */
const placesOf = (shown: DocumentFragment, project: string): Place[] => {
  const taken = (query: string, name: string, look: string, part: (was: Element) => ReactElement | null) =>
    [...shown.querySelectorAll(query)].flatMap(was => {
      const shownPart = part(was)
      if (!shownPart) return []
      const element = Object.assign(document.createElement(name), { className: look })
      was.replaceWith(element)
      return [{ element, part: shownPart }]
    })
  return [
    ...taken('mention-component', 'span', 'mention-place', was => (
      <Mention named={name => was.getAttribute(name)} />
    )),
    ...taken('issue-embed-component', 'div', 'issue-embed', was => (
      <EmbeddedIssue named={name => was.getAttribute(name)} />
    )),
    ...taken('file-component', 'div', 'file-block', was => (
      <FileChip project={project} named={name => was.getAttribute(name)} />
    )),
    ...taken('img, image-component', 'div', 'image-block', was => {
      const src = was.getAttribute('src')
      return src && !isKeptHere(src) ? <ImageElsewhere src={src} alt={was.getAttribute('alt') ?? ''} /> : null
    }),
  ]
}

type DocumentViewProps = {
  html: string
  /** Where its images are. */
  project: string
  className?: string
}

/** Written text to be read. */
export const DocumentView = ({ html, project, className }: DocumentViewProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<readonly Place[]>([])
  const [full, setFull] = useState<{ src: string; alt: string } | null>(null)
  useEffect(() => {
    const shown = elementsOf(html)
    setPlaces(placesOf(shown, project))
    for (const tick of shown.querySelectorAll('input')) tick.disabled = true
    showImages(shown, project, setFull)
    showColours(shown)
    showCallouts(shown)
    showTables(shown)
    box.current?.replaceChildren(shown)
  }, [html, project])
  return (
    <>
      <div ref={box} className={`document is-comment ${className ?? ''}`} />
      {places.map(({ element, part }, nth) => createPortal(part, element, String(nth)))}
      {full && <ImageFull {...full} onClose={() => setFull(null)} />}
    </>
  )
}
