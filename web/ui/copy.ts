import { toast } from './popups/Toast.tsx'

// Without TLS a browser gives no clipboard: the old way works there.
const copyOldWay = (text: string) => {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const before = document.activeElement
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}

/** Puts text on the clipboard and says so: it cannot be seen. */
export const copyText = async (text: string, what: string): Promise<void> => {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else if (!copyOldWay(text)) throw new Error('refused')
    toast.fact(`${what} copied`)
  } catch {
    toast.failure(`${what} was not copied: this browser does not allow it.`)
  }
}
