/** One act on several cycles or modules, with one way back for those that it was done to. */
import { remember } from '../data/undo.ts'

type Act<Row> = (row: Row) => Promise<boolean>

export const withEach = <Row>(rows: readonly Row[], message: string, act: Act<Row>, back: Act<Row>) => {
  let done: readonly Row[] = []
  const all = async (on: readonly Row[], one: Act<Row>) => {
    const kept = await Promise.all(on.map(one))
    return on.filter((_, at) => kept[at])
  }
  const forth = async () => {
    done = await all(rows, act)
    return done.length > 0
  }
  return remember(
    { message, sent: forth(), back: async () => (await all(done, back)).length > 0, again: forth },
    { tell: true },
  )
}

/** "Spring", "3 cycles". */
export const named = (rows: readonly { name: string }[], what: string) => {
  const [first] = rows
  return first && rows.length === 1 ? first.name : `${rows.length} ${what}`
}
