import { fork } from 'node:child_process'
import { once } from 'node:events'
import { htmlShapes, markdownShapes, ofLength } from '../support/hostileTexts.ts'
import { neighbour } from '../support/neighbours.ts'
import { type Figure, percentile } from './measure.ts'
import type { BenchWorld } from './world.ts'

const LETTERS = 40_000
const BOOK = Array.from({ length: 19_000 }, (_, n) => `<p>Line ${n} of a long book.</p>`).join('')

/** How long somebody else's small call takes while texts arrive that cost more than they say. */
export const hostile = async ({ origin, make, team }: BenchWorld): Promise<Figure[]> => {
  const page = await make.page(team.admin, team.path)
  const path = `${team.path}/pages/${page.id}/`
  const texts: Record<string, string>[] = [
    ...Object.values(htmlShapes).map(shape => ({ description_html: ofLength(shape, LETTERS) })),
    ...Object.values(markdownShapes).map(shape => ({ description_markdown: ofLength(shape, LETTERS) })),
    { description_html: BOOK },
    { description_html: BOOK.replaceAll('Line', 'Row') },
    { description_html: `<p>${'tide '.repeat(700_000)}</p>` },
  ]
  // Somebody has it open: edits by calls are taken into the open text as well.
  const session = team.member.jar.get('session-id') ?? ''
  const reader = fork(new URL('reader.ts', import.meta.url), [origin, session, `page.${page.id}`])
  await once(reader, 'message')
  const small = () => neighbour(`${origin}${team.path}/states/`, team.member, 5)
  const alone = small()
  await new Promise(resolve => setTimeout(resolve, 4_000))
  await alone.stop()
  const beside = small()
  for (const text of texts) await team.admin.patch(path, text)
  await beside.stop()
  reader.kill()
  const told = (took: number[]) =>
    `p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms`
  return [
    {
      measure: 'a small call while hostile and long texts arrive',
      aim: 'p99 50 ms',
      value: told(beside.took),
      n: beside.took.length,
      note: `alone: ${told(alone.took)}; longest ${Math.max(...beside.took).toFixed(0)} ms`,
      ratio: percentile(beside.took, 0.99) / percentile(alone.took, 0.99),
    },
  ]
}
