/** What is pasted: Markdown becomes what it says, HTML of other programs loses its dress. */
import { Extension } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'

const load = () => import('#document/markdown.ts')
let markdown: Awaited<ReturnType<typeof load>> | null = null

// Word processors wrap every word in a style; kept, each would be a mark that says nothing.
const undressed = (html: string): string => {
  if (!html.includes('style=')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const span of body.querySelectorAll('span[style]')) span.removeAttribute('style')
  return body.innerHTML
}

export const Paste = Extension.create({
  name: 'paste',
  // Its parser is heavy: it comes after the editor, long before anybody pastes.
  onCreate: () =>
    void load().then(
      part => {
        markdown = part
      },
      () => {},
    ),
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('paste'),
      props: {
        transformPastedHTML: undressed,
        // `asIs`: pasted with Shift. In code there is nothing but code.
        clipboardTextParser: (text, $context, asIs, view) => {
          const isCode = $context.parent.type.spec.code
          const doc =
            asIs || isCode || !markdown?.looksLikeMarkdown(text) ? null : markdown.fromMarkdown(text)
          // Nothing: the editor takes the words as they are, though the type does not say that it may be so.
          if (!doc) return null as unknown as Slice
          // What is edited has more to its nodes than what is stored; the two meet in JSON.
          return Slice.maxOpen(view.state.schema.nodeFromJSON(doc.toJSON()).content)
        },
      },
    }),
  ],
})
