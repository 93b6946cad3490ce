import type { ReactNode } from 'react'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { copyText } from '../ui/copy.ts'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b)/g

/** JSON with its keys, texts and numbers in the colours of code. */
export const Json = ({ value }: { value: unknown }) => {
  const text = JSON.stringify(value, null, 2) ?? ''
  const parts: ReactNode[] = []
  let at = 0
  for (const found of text.matchAll(TOKEN)) {
    const [whole, words, colon, number] = found
    parts.push(text.slice(at, found.index))
    const look = number ? 'text-[var(--syn-num)]' : colon ? 'text-[var(--syn-key)]' : 'text-[var(--syn-str)]'
    parts.push(
      <span key={found.index} className={look}>
        {number ?? words}
      </span>,
      colon ?? '',
    )
    at = found.index + whole.length
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}

/** A block of code that scrolls within itself. */
export const Slab = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    tabIndex={0}
    className="max-h-96 overflow-auto rounded-card bg-raised px-4 py-3 shadow-[inset_0_0_0_1px_var(--edge)]"
  >
    <pre className="font-mono text-12 text-ink-2 leading-[18px]">{children}</pre>
  </section>
)

export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <IconButton icon="copy" label={`Copy ${what}`} onClick={() => void copyText(text, what)} />
)
