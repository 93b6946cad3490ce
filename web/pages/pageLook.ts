/** How pages look in this browser: all of them, not one. */
import { proxy, useSnapshot } from 'valtio'
import type { MenuEntry } from '../ui/popups/Menu.tsx'

type Look = { font: 'sans' | 'serif' | 'mono'; size: 'large' | 'small'; full: boolean; outline: boolean }
const KEY = 'tandem.pages.look'
const usual: Look = { font: 'sans', size: 'large', full: false, outline: true }

const stored = (): Partial<Look> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look>
  } catch {
    return {}
  }
}
const state = proxy<Look>({ ...usual, ...stored() })

export const usePageLook = () => useSnapshot(state)

export const setLook = (change: Partial<Look>) => {
  Object.assign(state, change)
  localStorage.setItem(KEY, JSON.stringify(state))
}

const fonts = [
  ['sans', 'Sans serif'],
  ['serif', 'Serif'],
  ['mono', 'Mono'],
] as const
const sizes = [
  ['large', 'Large'],
  ['small', 'Small'],
] as const

export const lookEntries = (look: Look): MenuEntry[] => [
  {
    id: 'full',
    label: 'Full width',
    icon: 'maximize-2',
    checked: look.full,
    stays: true,
    run: () => setLook({ full: !look.full }),
  },
  {
    id: 'type',
    label: 'Text',
    icon: 'a-large-small',
    children: [
      { id: 'font', heading: 'Font' },
      ...fonts.map(([font, label]) => ({
        id: font,
        label,
        checked: look.font === font,
        stays: true,
        run: () => setLook({ font }),
      })),
      { id: 'size', heading: 'Size' },
      ...sizes.map(([size, label]) => ({
        id: size,
        label,
        checked: look.size === size,
        stays: true,
        run: () => setLook({ size }),
      })),
    ],
  },
]
