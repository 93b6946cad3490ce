/** Markdown that is pasted as plain text becomes what it says. */
import { Extension } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'

const load = () => import('#document/markdown/index.ts')
let markdown: Awaited<ReturnType<typeof load>> | null = null

export const MarkdownPaste = Extension.create({
  name: 'markdownPaste',
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
      key: new PluginKey('markdownPaste'),
      props: {
        // `asIs`: pasted with Shift. In code there is nothing but code.
        clipboardTextParser: (text, $context, asIs, view) => {
          const isCode = $context.parent.type.spec.code
          const isMeant = !asIs && !isCode && markdown?.looksLikeMarkdown(text)
          const doc = isMeant && !markdown?.refusalOfMarkdown(text) ? markdown?.fromMarkdown(text) : null
          // Nothing: the editor takes the words as they are, though the type does not say that it may be so.
          if (!doc) return null as never
          // The editor's nodes have more to them than the stored ones; the two meet in JSON.
          return Slice.maxOpen(view.state.schema.nodeFromJSON(doc.toJSON()).content)
        },
      },
    }),
  ],
})
