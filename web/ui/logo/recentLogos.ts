/** The last picks in this browser, the latest first. */
type Kind = 'emoji' | 'icon'
const KEY = 'tandem.logos'
const MOST = 16

const stored = (): Partial<Record<Kind, unknown>> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

export const recentOf = (kind: Kind): string[] => {
  const kept = stored()[kind]
  return Array.isArray(kept) ? kept.filter(one => typeof one === 'string').slice(0, MOST) : []
}

export const keepRecent = (kind: Kind, picked: string) => {
  const next = [picked, ...recentOf(kind).filter(one => one !== picked)].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [kind]: next }))
  } catch {
    // Private windows may forbid storage: nothing is remembered then.
  }
}
