import { proxy, ref, useSnapshot } from 'valtio'
import { isTheme, type OwnColours, type Theme, themes, usualColours } from '#contract/people/themes.ts'
import type { Sheet } from './ownTheme/sheet.ts'

export { isTheme, type Theme, themes }

export const themeNames: Record<Theme, string> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  'light-contrast': 'Light contrast',
  'dark-contrast': 'Dark contrast',
  custom: 'Custom',
}

const KEY = 'theme'
/** The computed colours of one's own theme, so that the next start is painted at once (`start.js`). */
const SHEET = 'theme-sheet'

const read = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
const write = (name: string, value: string) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Private windows may forbid storage; the choice then lasts for this page.
  }
}

const storedTheme = (): Theme => {
  const value = read(KEY)
  return isTheme(value) ? value : 'system'
}
const storedSheet = (): Sheet | null => {
  try {
    return JSON.parse(read(SHEET) ?? 'null') as Sheet | null
  } catch {
    return null
  }
}

const state = proxy({ theme: storedTheme(), colours: ref(usualColours) as OwnColours })
let sheet = storedSheet()
const dark = matchMedia('(prefers-color-scheme: dark)')
const contrast = matchMedia('(prefers-contrast: more)')

let adopted: CSSStyleSheet | null = null
const adopt = (css: string) => {
  if (!adopted) {
    adopted = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted]
  }
  adopted.replaceSync(css)
}

const paint = () => {
  const own = state.theme === 'custom' ? sheet : null
  const system = `${dark.matches ? 'dark' : 'light'}${contrast.matches ? '-contrast' : ''}`
  const followed = state.theme === 'system' || state.theme === 'custom'
  document.documentElement.dataset.theme = own?.base ?? (followed ? system : state.theme)
  if (own || adopted) adopt(own?.css ?? '')
}

dark.addEventListener('change', paint)
contrast.addEventListener('change', paint)
addEventListener('storage', event => {
  if (event.key !== KEY && event.key !== SHEET) return
  state.theme = storedTheme()
  sheet = storedSheet()
  paint()
})
// It stands in for this until here.
document.adoptedStyleSheets = []
paint()

const makeSheet = async (colours: OwnColours) => {
  const { sheetOf } = await import('./ownTheme/sheet.ts')
  if (state.colours !== colours) return
  sheet = sheetOf(colours)
  write(SHEET, JSON.stringify(sheet))
  paint()
}

export const setTheme = (theme: Theme, colours: OwnColours | null = null) => {
  state.theme = theme
  if (colours) state.colours = ref(colours)
  write(KEY, theme)
  paint()
  // Without it the theme below is used; a later start tries again.
  if (theme === 'custom') makeSheet(state.colours).catch(() => {})
}

export const useTheme = () => useSnapshot(state).theme
export const useOwnColours = () => useSnapshot(state).colours
export const ownColours = () => state.colours
