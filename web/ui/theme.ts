import { proxy, useSnapshot } from 'valtio'

export const themes = ['system', 'light', 'dark', 'light-contrast', 'dark-contrast'] as const
export type Theme = (typeof themes)[number]

export const themeNames: Record<Theme, string> = {
  system: 'Same as the system',
  light: 'Light',
  dark: 'Dark',
  'light-contrast': 'Light, high contrast',
  'dark-contrast': 'Dark, high contrast',
}

const key = 'theme'
export const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

const stored = (): Theme => {
  try {
    const value = localStorage.getItem(key)
    return isTheme(value) ? value : 'system'
  } catch {
    return 'system'
  }
}

const state = proxy({ theme: stored() })
const dark = matchMedia('(prefers-color-scheme: dark)')
const contrast = matchMedia('(prefers-contrast: more)')

const paint = () => {
  const system = `${dark.matches ? 'dark' : 'light'}${contrast.matches ? '-contrast' : ''}`
  document.documentElement.dataset.theme = state.theme === 'system' ? system : state.theme
}

dark.addEventListener('change', paint)
contrast.addEventListener('change', paint)
addEventListener('storage', event => {
  if (event.key !== key) return
  state.theme = stored()
  paint()
})
paint()

export const setTheme = (theme: Theme) => {
  state.theme = theme
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Private windows may forbid storage; the choice then lasts for this page.
  }
  paint()
}

export const useTheme = () => useSnapshot(state).theme
