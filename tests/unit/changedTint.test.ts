/** The tint, in a person’s colour, of what they have just changed. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, type Rgb, rgbOfToken } from '../../web/ui/ownTheme/colour.ts'
import { tokensOf } from '../support/styleTokens.ts'

const parts = readFileSync(new URL('../../web/style/parts.css', import.meta.url), 'utf8')
const [, percent] =
  /@keyframes changed-live \{\s*from \{\s*background-color: color-mix\(in srgb, var\(--person, [^)]*\)+ (\d+)%, transparent\)/.exec(
    parts,
  ) ?? []

const over = (tint: Rgb, ground: Rgb): Rgb => {
  const part = Number(percent) / 100
  const at = (n: 0 | 1 | 2) => tint[n] * part + ground[n] * (1 - part)
  return [at(0), at(1), at(2)]
}

test.each(['light', 'dark'] as const)(
  '%s: an issue that somebody else has just changed is readable on the tint of any person',
  theme => {
    const token = tokensOf(theme)
    const colour = (name: string) => rgbOfToken(token(`--${name}`))!
    expect(Number(percent)).toBeGreaterThan(0)
    // Its quiet text is of the second ink there; the browser's test looks.
    for (const person of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const ground of ['bg', 'bg-sunken', 'bg-raised'])
        for (const ink of ['ink', 'ink-2'])
          expect(
            contrast(over(colour(`p${person}`), colour(ground)), colour(ink)),
            `${ink} on ${person} over ${ground}`,
          ).toBeGreaterThanOrEqual(4.5)
  },
)
