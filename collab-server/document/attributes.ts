/** Attributes of nodes: how they are read, and judged. */

const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** A link that may be followed: judged as a browser would read it, leading blanks and control characters gone. */
export const safeUrl = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const clean = value.replace(/[\p{Cc}\s]+/gu, match => (match === ' ' ? ' ' : '')).trim()
  if (clean === '' || clean.length > 2048) return null
  // A browser reads a backslash as a slash: either way two of them lead to another host.
  if (/^[/#?]/.test(clean) && !/^\/[/\\]/.test(clean)) return clean
  return URL.canParse(clean) && SAFE_SCHEMES.has(new URL(clean).protocol) ? clean : null
}

/** Attributes kept under their own names, null unless given. */
export const plain = (...names: string[]) =>
  Object.fromEntries(
    names.map(name => [
      name,
      { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    ]),
  )

/** An address that is judged when it comes in as HTML and again when it is shown: an editor's update passes no parser. */
export const address = (name: string) => {
  // An uploaded file is named by its id alone.
  const good = (value: unknown) =>
    typeof value === 'string' && /^[\w-]+$/.test(value) ? value : safeUrl(value)
  return {
    [name]: {
      default: null,
      parseHTML: (element: HTMLElement) => good(element.getAttribute(name)),
      renderHTML: (attributes: Record<string, unknown>) => {
        const value = good(attributes[name])
        return value === null ? {} : { [name]: value }
      },
    },
  }
}

export const number = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = Number.parseFloat(element.getAttribute(name) ?? '')
    return Number.isFinite(value) ? value : null
  },
})
