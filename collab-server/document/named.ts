/**
 * The mentions of a text (people, issues, pages, images), the addresses where a reader finds them, and the way back
 * from those.
 */
import type { JSONContent } from '@tiptap/core'
import { FILE, readFileTitle } from './fileBlock.ts'

/** Where a text is. */
export type TextPlace = {
  /** Of the site, as `https://tandem.example`. */
  origin: string
  /** The workspace's. */
  slug: string
  /** Id of the project whose files its images are. */
  project: string
}

/** Names of the kinds, as stored; people are `user_mention`. */
export const ISSUE = 'issue'
export const PAGE = 'page_mention'

type Thing = { id: string; project: string }

const mention = (attrs: Record<string, string>): JSONContent => ({ type: 'mention', attrs })

export const personMention = (id: string, label: string) =>
  mention({ label, target: 'users', entity_name: 'user_mention', entity_identifier: id })

export const issueMention = (slug: string, { id, project }: Thing, label: string) =>
  mention({
    label,
    target: 'issues',
    entity_name: ISSUE,
    entity_identifier: id,
    redirect_uri: `/${slug}/projects/${project}/issues/${id}`,
  })

export const pageMention = (slug: string, { id, project }: Thing, label: string) =>
  mention({
    label,
    target: 'pages',
    entity_name: PAGE,
    entity_identifier: id,
    redirect_uri: `/${slug}/projects/${project}/pages/${id}`,
  })

export const issueEmbed = (slug: string, { id, project }: Thing): JSONContent => ({
  type: 'issue-embed-component',
  attrs: {
    entity_name: 'issue',
    entity_identifier: id,
    project_identifier: project,
    workspace_identifier: slug,
  },
})

/** The project that an address leads into; '' where it leads elsewhere. */
export const projectOf = (address: string) => /\/projects\/([\w-]+)\//.exec(address)?.[1] ?? ''

/** An uploaded file is named by its id alone. */
const isFile = (src: string) => /^[\w-]+$/.test(src)

/** Attributes of a mention, an embed or an image, wherever they are read from. */
export type NamedAttributes = (name: string) => unknown

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Where a mention or an embedded issue leads, as a whole address; null when nothing says. */
export const namedAddress = ({ origin, slug }: TextPlace, attrs: NamedAttributes): string | null => {
  const id = textOf(attrs('entity_identifier'))
  const project = textOf(attrs('project_identifier')) || projectOf(textOf(attrs('redirect_uri')))
  if (!id) return null
  // An embedded issue names its project; not every program writes its kind.
  const kind = attrs('project_identifier') ? ISSUE : attrs('entity_name')
  if (kind !== ISSUE && kind !== PAGE) return `${origin}/${slug}/profile/${id}`
  return project ? `${origin}/${slug}/projects/${project}/${kind === ISSUE ? 'issues' : 'pages'}/${id}` : null
}

/** Where an image is found: a file of ours as a whole address, any other as it is. */
export const imageAddressOf = ({ origin, slug, project }: TextPlace, src: string): string =>
  isFile(src) ? `${origin}/api/assets/v2/workspaces/${slug}/projects/${project}/${src}/` : src

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const THING = new RegExp(
  `^/([\\w-]+)/(?:profile/(${UUID})|projects/(${UUID})/(issues|pages)/(${UUID}))/?$`,
  'i',
)
const IMAGE = new RegExp(`^/api/assets/v2/workspaces/([\\w-]+)/projects/(${UUID})/(${UUID})/$`, 'i')

const pathIn = ({ origin, slug }: TextPlace, address: string, form: RegExp): RegExpExecArray | null => {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  const match = form.exec(path)
  return match && match[1]?.toLowerCase() === slug.toLowerCase() ? match : null
}

/** The person, issue or page that an address of this workspace leads to, as a mention with these words. */
export const mentionAt = (place: TextPlace, address: string, label: string): JSONContent | null => {
  const [, , person, project, kind, id] = pathIn(place, address, THING) ?? []
  if (person) return personMention(person, label)
  if (!project || !id) return null
  const thing = { id, project }
  return kind === 'pages' ? pageMention(place.slug, thing, label) : issueMention(place.slug, thing, label)
}

const embedAt = (place: TextPlace, address: string): JSONContent | null => {
  const [, , , project, kind, id] = pathIn(place, address, THING) ?? []
  return project && id && kind === 'issues' ? issueEmbed(place.slug, { id, project }) : null
}

const fileAt = (place: TextPlace, address: string, name: string, title: unknown): JSONContent | null => {
  const id = pathIn(place, address, IMAGE)?.[3]
  const said = id ? readFileTitle(title) : null
  return said && { type: FILE, attrs: { src: id, name, ...said } }
}

type ImageWords = { alt: string | null; caption: unknown }

const imageAt = (place: TextPlace, address: string, { alt, caption }: ImageWords): JSONContent | null => {
  const id = pathIn(place, address, IMAGE)?.[3]
  return id
    ? { type: 'imageComponent', attrs: { src: id, alt: alt || null, caption: caption || null } }
    : null
}

/** The name of an issue of which only the address is known. */
export const NAMELESS = 'Issue'
/** An issue's key, and its name. */
const CALLED = /^[\p{Lu}\p{N}_]+-\d+ .+$/u

const hrefOf = (node: JSONContent) => textOf(node.marks?.find(mark => mark.type === 'link')?.attrs?.href)

const wordsOf = (nodes: readonly JSONContent[]) => nodes.map(node => node.text ?? '').join('')

/** A link on a line of its own, as the image or embedded issue that was written so. */
const blockAt = (place: TextPlace, line: readonly JSONContent[], within = ''): JSONContent | null => {
  const [href, ...others] = new Set(line.map(hrefOf))
  if (!href || others.length > 0) return null
  const words = wordsOf(line)
  // A list of issues' names is a list of links.
  const isCalled = !ITEMS.includes(within) && (words === NAMELESS || CALLED.test(words))
  const title: unknown = line[0]?.marks?.find(mark => mark.type === 'link')?.attrs?.title
  return (
    (isCalled ? embedAt(place, href) : null) ??
    fileAt(place, href, words, title) ??
    imageAt(place, href, { alt: words === href ? null : words, caption: title })
  )
}

const ITEMS = ['listItem', 'taskItem']
/** Where any block may be. */
const TAKES_BLOCKS = new Set(['doc', 'blockquote', 'calloutComponent', 'tableCell', 'tableHeader', ...ITEMS])

/**
 * Turns links and images that lead into this workspace back into what they were: `@…` into a mention, an issue's key
 * and name on a line of their own into the issue, an image's address into the image. Everything else stays.
 */
export const namedIn = (
  nodes: readonly JSONContent[],
  place: TextPlace,
  within: string | undefined = 'doc',
): JSONContent[] =>
  nodes.map(node => {
    const { type, content, text = '' } = node
    const href = hrefOf(node)
    if (type === 'text' && href && text.startsWith('@')) {
      const named = mentionAt(place, href, text.slice(1))
      return named ? { ...named, marks: node.marks!.filter(mark => mark.type !== 'link') } : node
    }
    if (type === 'image')
      return (
        imageAt(place, textOf(node.attrs?.src), {
          alt: textOf(node.attrs?.alt),
          caption: node.attrs?.caption,
        }) ?? node
      )
    const block =
      type === 'paragraph' && content && TAKES_BLOCKS.has(within ?? '')
        ? blockAt(place, content, within)
        : null
    return block ?? (content ? { ...node, content: namedIn(content, place, type) } : node)
  })
