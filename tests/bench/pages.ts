import { type Figure, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const BYTES = 10_000
const AT_ONCE = 8

/** A text of words that are rarer the higher their number, as words are. */
const textOf = (seed: number) => {
  const words: string[] = []
  for (let n = seed * 9_301, length = 0; length < BYTES; length += words.at(-1)!.length + 1) {
    n = (n * 16_807 + 49_297) % 2_147_483_647
    words.push(`word${Math.floor(20_000 * (n / 2_147_483_647) ** 3)}`)
  }
  return `<p>${words.join(' ')}</p>`
}

export const pageSearch = async ({ make, team }: BenchWorld, pages = 2_000): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let n = lane; n < pages; n += AT_ONCE)
        await make.page(team.admin, project.path, { name: `Page ${n}`, description_html: textOf(n + 1) })
    }),
  )
  const searches: [string, (n: number) => string][] = [
    ['a rare word', n => `word${15_000 + n}`],
    ['a word of half the pages', n => `word${300 + n}`],
    ['three words, one begun', n => `word${n} word${n + 1} word12`],
  ]
  const figures: Figure[] = []
  for (const [name, words] of searches) {
    const ask = (n: number) =>
      team.admin.get(`${project.path}/search-pages/?per_page=20&search=${encodeURIComponent(words(n))}`)
    await timed(10, ask)
    const samples = await timed(60, ask)
    figures.push({
      measure: `search in ${pages} pages of 10 KB: ${name}`,
      aim: 'p95 50 ms',
      value: spread(samples),
      n: samples.length,
    })
  }
  return figures
}
