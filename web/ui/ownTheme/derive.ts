/** A whole theme out of a few colours of one's own: every variable that depends on them is made here. */
import type { OwnColours } from '#contract/people/themes.ts'
import { contrast, hexOf, isLighter, mix, type Rgb, rgbOf, rgbOfToken } from './colour.ts'

/** The contrast that WCAG AA demands of text, and of marks that have to be seen. */
export const TEXT = 4.5
export const MARK = 3

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [1, 1, 1]

export type Tokens = Record<`--${string}`, string>
/** Variables of the theme that is below: `token('--danger')`. */
export type Base = (token: string) => string

/** Colours that mean something keep their hue and are only made dark or light enough to be read. */
const people = Array.from({ length: 16 }, (_, at) => `p${at + 1}`)
const words = ['danger', 'warn', 'ok', ...people, 'syn-key', 'syn-str', 'syn-num']
const marks = 'st-backlog st-todo st-started st-review st-done st-cancelled pr-urgent'.split(' ')

/** The variables read from the theme below. */
export const needed = [...words, ...marks].map(name => `--${name}`)

export type Seeds = { background: Rgb; text: Rgb; primary: Rgb }

/** The colour itself, or the nearest towards black or white that is told from all grounds. */
const told = (colour: Rgb, end: Rgb, grounds: Rgb[], least: number): Rgb => {
  const isTold = (one: Rgb) => grounds.every(ground => contrast(one, ground) >= least)
  for (let part = 0; part < 1; part += 0.02) {
    const one = mix(colour, end, part)
    if (isTold(one)) return one
  }
  return end
}

/** A text that can be read there: the chosen one, or the nearest towards the end that it lies at, else towards the other. */
const legible = (text: Rgb, background: Rgb): Rgb => {
  const [near, far] = isLighter(text, background) ? [WHITE, BLACK] : [BLACK, WHITE]
  return told(text, contrast(near, background) >= TEXT ? near : far, [background], TEXT)
}

const see = (colour: Rgb, part: number) =>
  `rgb(${colour.map(one => Math.round(one * 255)).join(' ')} / ${part})`

const groundsOf = ({ background, text }: Seeds, isDark: boolean) => {
  const readable = (ground: Rgb) => (contrast(text, ground) >= TEXT ? ground : background)
  const raised = isDark ? mix(background, text, 0.05) : mix(background, WHITE, 0.7)
  return {
    bg: background,
    'bg-sunken': readable(mix(background, isDark ? BLACK : text, isDark ? 0.18 : 0.035)),
    'bg-raised': readable(raised),
    'bg-float': readable(isDark ? mix(background, text, 0.08) : raised),
  }
}

/** The colours that text and marks are on, and those mixed for them before they are made readable. */
export const mixedFrom = (seeds: Seeds, base: Base) => {
  const { background, text, primary } = seeds
  const isDark = isLighter(text, background)
  const end = isDark ? WHITE : BLACK
  const grounds = groundsOf(seeds, isDark)
  const tint = (colour: Rgb) => {
    const made = mix(background, colour, isDark ? 0.16 : 0.1)
    return contrast(text, made) >= TEXT ? made : background
  }
  const hovered = mix(background, text, 0.06)
  const own = (name: string) => rgbOfToken(base(`--${name}`)) ?? text
  const tints = Object.fromEntries(
    [['accent', primary] as const, ...['danger', 'warn', 'ok'].map(name => [name, own(name)] as const)].map(
      ([name, colour]) => [`${name}-tint`, tint(colour)],
    ),
  )
  const under = [...Object.values(grounds), ...Object.values(tints)]
  if (contrast(text, hovered) >= TEXT) under.push(hovered)
  return {
    isDark,
    end,
    own,
    grounds,
    tints,
    under,
    quieter: mix(text, background, 0.18),
    quiet: mix(text, background, 0.3),
    edge: mix(background, text, 0.5),
  }
}

/** The variables for all that is on one background. */
const tokensOn = (seeds: Seeds, base: Base): Tokens => {
  const { background, text, primary } = seeds
  const { isDark, end, own, grounds, tints, under, quieter, quiet, edge } = mixedFrom(seeds, base)
  const read = (colour: Rgb) => told(colour, end, under, TEXT)
  const seen = (colour: Rgb) => told(colour, end, Object.values(grounds), MARK)
  const accent = seen(primary)
  const made: Record<string, Rgb> = {
    ...grounds,
    ...tints,
    ink: read(text),
    'ink-2': read(quieter),
    'ink-3': read(quiet),
    line: mix(background, text, 0.13),
    grid: mix(background, text, 0.13),
    'line-strong': seen(edge),
    thumb: isDark ? mix(background, text, 0.22) : WHITE,
    accent,
    'accent-ink': contrast(WHITE, accent) >= TEXT ? WHITE : BLACK,
    'accent-text': read(primary),
    'st-cut': background,
    'p-ink': isDark ? BLACK : WHITE,
    'syn-note': read(quiet),
    'pr-bar': read(quieter),
    'pr-off': mix(background, text, 0.22),
    ...Object.fromEntries(words.map(name => [name, read(own(name))])),
    ...Object.fromEntries(marks.map(name => [name, seen(own(name))])),
  }
  return {
    ...Object.fromEntries(Object.entries(made).map(([name, colour]) => [`--${name}`, hexOf(colour)])),
    '--hover': see(text, 0.055),
    '--press': see(text, 0.1),
  }
}

export type OwnTheme = { base: 'light' | 'dark'; main: Tokens; sidebar: Tokens }

/** The colours of both parts of a window, each with a text that can be read on its background. */
export const seedsOf = (colours: OwnColours): { main: Seeds; sidebar: Seeds } => {
  const part = (ground: string, words: string): Seeds => {
    const background = rgbOf(ground)
    return { background, text: legible(rgbOf(words), background), primary: rgbOf(colours.primary) }
  }
  return {
    main: part(colours.background, colours.text),
    sidebar: part(colours.sidebarBackground, colours.sidebarText),
  }
}

export const baseOf = ({ text, background }: Seeds): OwnTheme['base'] =>
  isLighter(text, background) ? 'dark' : 'light'

/**
 * Whatever colours are taken, what has to be told apart can be: a colour that could not is raised until it can. `tokensOf`
 * gives the variables of one of our own themes.
 */
export const derive = (colours: OwnColours, tokensOf: (base: OwnTheme['base']) => Base): OwnTheme => {
  const { main, sidebar } = seedsOf(colours)
  const aside = tokensOn(sidebar, tokensOf(baseOf(sidebar)))
  return {
    base: baseOf(main),
    main: tokensOn(main, tokensOf(baseOf(main))),
    // A sidebar is on the sunken ground.
    sidebar: { ...aside, '--bg-sunken': aside['--bg'] ?? '' },
  }
}
