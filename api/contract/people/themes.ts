import { z } from 'zod'

export const themes = ['system', 'light', 'dark', 'light-contrast', 'dark-contrast', 'custom'] as const
export type Theme = (typeof themes)[number]

/** The colours of one's own from which a custom theme is made, in the order in which `palette` has them. */
export const themeColours = ['background', 'text', 'primary', 'sidebarBackground', 'sidebarText'] as const
export type ThemeColour = (typeof themeColours)[number]
export type OwnColours = Record<ThemeColour, string>

export const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

export const HEX = /^#[0-9a-f]{6}$/i

export const usualColours: OwnColours = {
  background: '#0d101b',
  text: '#c5c5c5',
  primary: '#3f76ff',
  sidebarBackground: '#0d101b',
  sidebarText: '#c5c5c5',
}

const COLOUR = 'This is not a colour: # and six digits from 0 to f.'
/** Other clients send what was not chosen as nothing. */
const colour = z
  .string()
  .refine(value => value === '' || HEX.test(value), { message: COLOUR })
  .nullable()

/** The parts of a theme that are stored: these keys and colours alone, since every browser of the person paints by them. */
export const themeSettings = z.object({
  theme: z.enum(themes).optional(),
  background: colour.optional(),
  text: colour.optional(),
  primary: colour.optional(),
  sidebarBackground: colour.optional(),
  sidebarText: colour.optional(),
  palette: z
    .string()
    .refine(value => /^(#?[0-9a-f]{6})?(,(#?[0-9a-f]{6})?){0,4}$/i.test(value), {
      message: 'These are not up to five colours, separated by commas.',
    })
    .nullable()
    .optional(),
  darkPalette: z.boolean().nullable().optional(),
})
export type ThemeSettings = z.infer<typeof themeSettings>

/** The colours of one's own that are kept; null unless all of them are there. */
export const coloursOf = (kept: unknown): OwnColours | null => {
  const given = (kept ?? {}) as Record<string, unknown>
  const found = themeColours.map(name => [name, given[name]] as const)
  if (!found.every(([, value]) => typeof value === 'string' && HEX.test(value))) return null
  return Object.fromEntries(found) as OwnColours
}

const brightness = (hex: string) =>
  [0.3, 0.59, 0.11].reduce(
    (sum, part, at) => sum + part * Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16),
    0,
  )

/** The same as other clients are given it. */
export const settingsOf = (own: OwnColours): ThemeSettings => ({
  ...own,
  palette: themeColours.map(name => own[name]).join(','),
  darkPalette: brightness(own.background) < brightness(own.text),
})
