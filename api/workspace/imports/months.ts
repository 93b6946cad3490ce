/** Names of months in the languages that exports are written in, by the data of the runtime. */

const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'sv',
  'da',
  'nb',
  'fi',
  'hu',
  'ro',
  'tr',
  'ru',
  'uk',
]

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

const MONTHS: ReadonlyMap<string, number> = (() => {
  const found = new Map<string, number>()
  const clashes = new Set<string>()
  const add = (name: string, month: number) => {
    const known = found.get(name)
    if (known === undefined) found.set(name, month)
    else if (known !== month) clashes.add(name)
  }
  for (const language of LANGUAGES)
    for (const form of ['long', 'short'] as const) {
      // Beside a day many languages write a month in another case.
      const alone = new Intl.DateTimeFormat(language, { month: form, timeZone: 'UTC' })
      const dated = new Intl.DateTimeFormat(language, { month: form, day: 'numeric', timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const at = Date.UTC(2024, month - 1, 15)
        for (const made of [alone, dated]) {
          const name = made.formatToParts(at).find(({ type }) => type === 'month')?.value ?? ''
          if (plain(name)) add(plain(name), month)
        }
      }
    }
  // A word for two months says neither.
  for (const name of clashes) found.delete(name)
  return found
})()

const ENGLISH = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The month of a name, from 1; null for what is none. */
export const monthOf = (name: string): number | null => {
  const word = plain(name)
  return MONTHS.get(word) ?? (ENGLISH.indexOf(word.slice(0, 3)) + 1 || null)
}
