import { coloursOf, HEX, type OwnColours, type ThemeColour, themeColours } from '#contract/people/themes.ts'

export const colourNames: Record<ThemeColour, string> = {
  background: 'Background',
  text: 'Text',
  primary: 'Primary',
  sidebarBackground: 'Sidebar',
  sidebarText: 'Sidebar text',
}

/** As people write it: with the sign or without, in capitals or three digits. Null when it is none. */
export const readColour = (typed: string): string | null => {
  const bare = typed.trim().replace(/^#/, '').toLowerCase()
  const full = /^[0-9a-f]{3}$/.test(bare) ? bare.replace(/./g, '$&$&') : bare
  return HEX.test(`#${full}`) ? `#${full}` : null
}

export const coloursAsText = (colours: OwnColours) =>
  JSON.stringify(Object.fromEntries(themeColours.map(name => [name, colours[name]])), null, 2)

/** Reads copied colours; answers a sentence where something is wrong with them. */
export const coloursFromText = (text: string): OwnColours | string => {
  let given: Record<string, unknown>
  try {
    given = JSON.parse(text) as Record<string, unknown>
  } catch {
    return 'This is not a theme. Copy one to see the format.'
  }
  for (const name of themeColours)
    if (typeof given?.[name] !== 'string' || !readColour(given[name]))
      return `“${name}” is missing, or not a colour such as #0d101b.`
  const read = Object.fromEntries(themeColours.map(name => [name, readColour(String(given[name]))]))
  return coloursOf(read) ?? 'These are not five colours.'
}
