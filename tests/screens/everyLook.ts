/** The world of every part of the pictures, and the people before the screens of the demo workspace. */
import { type Seat, seat } from '../support/browser.ts'

export type Shoot = (who: Seat, name: string, suffix: string) => Promise<void>
export type Given = {
  origin: string
  shoot: Shoot
  signIn: (who: Seat, email: string) => Promise<void>
  /** The looks that are wanted, by their suffix; all of them where this is not said. */
  isWanted?: (suffix: string) => boolean
}

export const wantedOf = <Look extends { suffix: string }>({ isWanted }: Given, looks: readonly Look[]) =>
  looks.filter(({ suffix }) => isWanted?.(suffix) ?? true)

const looks = [
  { suffix: '', width: 1440, height: 900, theme: 'light' as const },
  { suffix: '-dark', width: 1440, height: 900, theme: 'dark' as const },
  { suffix: '-768', width: 768, height: 1024, theme: 'light' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
  { suffix: '-390-dark', width: 390, height: 844, theme: 'dark' as const },
]

type Look = (typeof looks | typeof fourThemes)[number]

const wide = { width: 1440, height: 900 }
/** On a desk, in every theme that there is. */
export const fourThemes = [
  { suffix: '', ...wide, theme: 'light' as const },
  { suffix: '-dark', ...wide, theme: 'dark' as const },
  { suffix: '-contrast', ...wide, theme: 'light' as const, contrast: 'more' as const },
  { suffix: '-dark-contrast', ...wide, theme: 'dark' as const, contrast: 'more' as const },
]

/** One page, led through every theme at the width of a desk and of a phone. */
export const themesAtWidths = [1440, 390].flatMap(width =>
  ['light', 'dark', 'light-contrast', 'dark-contrast'].map(theme => ({
    width,
    theme,
    suffix: `${width === 390 ? '-390' : ''}-${theme}`,
  })),
)

/** Every look, and those of higher contrast. */
export const allLooks = [...looks, ...fourThemes.slice(2)]

/** Freya before the screens in every look, one after the other. */
export const everyLook = async (
  given: Given,
  show: (who: Seat, look: Look) => Promise<void>,
  arrive: (who: Seat, look: Look) => Promise<void> = who => given.signIn(who, 'freya@lanternquay.example'),
  taken: readonly Look[] = looks,
) => {
  for (const look of wantedOf(given, taken)) {
    const { suffix: _, ...size } = look
    const who = await seat(given.origin, size)
    await arrive(who, look)
    await show(who, look)
    await who.context.close()
  }
}

/** The address of the project that the story is about. */
export const berthBooking = async ({ page }: Seat): Promise<string> => {
  await page.goto('/lantern-quay/projects')
  await page.getByRole('main').getByRole('link', { name: 'Berth Booking' }).click()
  await page.locator('[data-issue]').first().waitFor()
  return page
    .url()
    .split('?')[0]!
    .replace(/\/issues$/, '')
}
