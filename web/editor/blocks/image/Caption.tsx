import { type Ref, useState } from 'react'

type CaptionProps = {
  caption: string
  isEditable: boolean
  width: string | undefined
  ref: Ref<HTMLTextAreaElement>
  onChange: (caption: string) => void
  onEnter: () => void
  /** Without a word it goes again. */
  onLeave: () => void
  /** On with the text behind the image. */
  onDone: () => void
}

/** The words below an image. */
export const Caption = ({
  caption,
  isEditable,
  width,
  ref,
  onChange,
  onEnter,
  onLeave,
  onDone,
}: CaptionProps) => {
  // The words belong to the text only when the field is left: an echo from the text would move the caret.
  const [own, setOwn] = useState<string | null>(null)
  if (!isEditable)
    return (
      <p className="image-caption" style={{ width }}>
        {caption}
      </p>
    )
  return (
    <textarea
      ref={ref}
      rows={1}
      aria-label="Caption"
      placeholder="Caption"
      maxLength={1000}
      className="image-caption"
      style={{ width }}
      value={own ?? caption}
      onFocus={() => {
        setOwn(caption)
        onEnter()
      }}
      onChange={({ target }) => {
        const words = target.value.replace(/\s*\n\s*/g, ' ')
        setOwn(words)
        onChange(words.trim())
      }}
      onKeyDown={event => {
        if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onDone()
      }}
      onBlur={() => {
        setOwn(null)
        onLeave()
      }}
    />
  )
}
