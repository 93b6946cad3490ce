import type { OwnColours } from '#contract/people/themes.ts'
import { contrast, type Rgb, rgbOf } from './colour.ts'
import { type Base, baseOf, derive, MARK, mixedFrom, type OwnTheme, seedsOf, TEXT } from './derive.ts'

/** One pair of a theme that has to be told apart, as it is shown. */
export type Verdict = {
  words: string
  /** What is on the ground: letters, the ring of the focus, an empty box. */
  sample: 'text' | 'ring' | 'box'
  front: string
  back: string
  ratio: number
  least: number
  /** The contrast of the chosen colour on the worst of its grounds, where that is too little and another is shown. */
  raisedFrom: number | null
}

const worst = (colour: Rgb, grounds: readonly Rgb[]) =>
  Math.min(...grounds.map(ground => contrast(colour, ground)))

/** How well each can be seen in the theme that these colours make, and what was raised for it. */
export const verdictsOf = (
  colours: OwnColours,
  tokensOf: (base: OwnTheme['base']) => Base,
): readonly Verdict[] => {
  const { main, sidebar } = derive(colours, tokensOf)
  const seeds = seedsOf(colours)
  const mixed = mixedFrom(seeds.main, tokensOf(baseOf(seeds.main)))
  const aside = mixedFrom(seeds.sidebar, tokensOf(baseOf(seeds.sidebar)))
  const verdict = (
    words: string,
    sample: Verdict['sample'],
    [front, back]: readonly [string | undefined, string | undefined],
    least: number,
    chosen?: { colour: Rgb; on: readonly Rgb[] },
  ): Verdict => {
    const [shown, ground] = [front ?? '', back ?? '']
    const own = chosen ? worst(chosen.colour, chosen.on) : least
    const ratio = contrast(rgbOf(shown), rgbOf(ground))
    return { words, sample, front: shown, back: ground, ratio, least, raisedFrom: own < least ? own : null }
  }
  const marked = Object.values(mixed.grounds)
  return [
    verdict('Text on background', 'text', [main['--ink'], main['--bg']], TEXT, {
      colour: rgbOf(colours.text),
      on: mixed.under,
    }),
    verdict('Quiet text, keys and dates', 'text', [main['--ink-3'], main['--bg']], TEXT, {
      colour: mixed.quiet,
      on: mixed.under,
    }),
    verdict('Text on the primary button', 'text', [main['--accent-ink'], main['--accent']], TEXT),
    verdict('Focus ring and marks', 'ring', [main['--accent'], main['--bg']], MARK, {
      colour: rgbOf(colours.primary),
      on: marked,
    }),
    verdict('Sidebar text', 'text', [sidebar['--ink'], sidebar['--bg']], TEXT, {
      colour: rgbOf(colours.sidebarText),
      on: aside.under,
    }),
    verdict('Fields and empty boxes', 'box', [main['--line-strong'], main['--bg']], MARK, {
      colour: mixed.edge,
      on: marked,
    }),
  ]
}

/** Never rounded up to the demanded value. */
export const ratioWords = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)
