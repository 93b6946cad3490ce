import { NodeViewContent, NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { copyText } from '../../../ui/copy.ts'
import { Picker } from '../../../ui/popups/Picker.tsx'
import { codeLanguages, languageName, languageOf } from './codeLanguages.ts'

const PLAIN = 'plain'
const options = [
  { id: PLAIN, name: 'Plain text' },
  ...codeLanguages.map(({ id, name, words = '' }) => ({ id, name, words })),
]

/** Code with its language, which is chosen there, and a way to copy it. */
export const CodeBlock = ({ node, editor, updateAttributes }: ReactNodeViewProps) => {
  const word: unknown = node.attrs.language
  const name = languageName(word)
  return (
    <NodeViewWrapper className="code-block">
      <div contentEditable={false} className="code-head">
        {editor.isEditable ? (
          <Picker
            dense
            align="end"
            label="Language"
            hint="Language…"
            options={options}
            value={[languageOf(word)?.id ?? (word ? '' : PLAIN)]}
            onPick={([id]) => updateAttributes({ language: id === PLAIN ? null : id })}
            finalFocus={() => {
              editor.view.focus()
              return false
            }}
          >
            <button
              type="button"
              data-block-control
              aria-label={`Language: ${name}`}
              className="h-6 rounded-tag px-1.5 hover:bg-hover hover:text-ink-2 data-[popup-open]:bg-press data-[popup-open]:text-ink-2"
            >
              {name}
            </button>
          </Picker>
        ) : (
          word !== null && <span className="px-1.5">{name}</span>
        )}
        <IconButton
          icon="copy"
          size="strip"
          label="Copy code"
          onClick={() => void copyText(node.textContent, 'Code')}
        />
      </div>
      {/* Read only, it is scrolled by keys as well. */}
      <pre {...(editor.isEditable ? {} : { tabIndex: 0 })}>
        <NodeViewContent<'code'> as="code" style={{ whiteSpace: 'pre' }} />
      </pre>
    </NodeViewWrapper>
  )
}
