/** The blocks that are within a merged one, in their order. */
import type { Block, Plan, Side } from './blocks.ts'
import type { Part } from './parts.ts'
import { inOrder } from './sequences.ts'

/** The blocks that one side put between those of the base: by gap, and all together. */
const putsOf = (base: readonly Block[], list: readonly Block[]) => {
  const index = new Map(base.map((one, n) => [one, n]))
  const place = new Map(list.map((one, n) => [one, n]))
  const kept = new Set(
    inOrder(
      base.flatMap((one, n): [number, number][] => {
        const at = place.get(one)
        return at === undefined ? [] : [[n, at]]
      }),
    ).map(([n]) => base[n]!),
  )
  const found = new Map<number, Block[]>()
  const all = new Set<Block>()
  let gap = 0
  for (const one of list) {
    if (kept.has(one)) {
      gap = index.get(one)! + 1
      continue
    }
    const there = found.get(gap)
    if (there) there.push(one)
    else found.set(gap, [one])
    all.add(one)
  }
  return { found, all }
}

export const createChildrenOf = (
  { blocks, homes, runs }: Plan,
  isSame: (a: Part | null, b: Part | null) => boolean,
) => {
  const within = (part: Part | null) => (part?.parts ?? []).map(one => blocks.get(one)!)
  return (block: Block): Block[] => {
    const base = within(block.base)
    const puts = (side: Side) => putsOf(base, within(block[side]))
    const [here, there] = [puts('present'), puts('incoming')]
    const order: Block[] = []
    const seen = new Set<Block>()
    const put = (one: Block) => {
      if (homes.get(one) !== block || seen.has(one)) return
      seen.add(one)
      order.push(one)
    }
    for (let gap = 0; gap <= base.length; gap++) {
      const mine = here.found.get(gap) ?? []
      const theirs = there.found.get(gap) ?? []
      for (const one of mine) put(one)
      // A block that both sides put in at one place is there once.
      for (const [n, one] of theirs.entries()) {
        const twin = mine[n + mine.length - theirs.length] ?? mine[n]
        const isNew = !one.base && !!twin && !twin.base && !runs.has(twin) && !runs.has(one)
        const isTwice = isNew && isSame(twin.present, one.incoming)
        if (!isTwice && !here.all.has(one)) put(one)
      }
      const next = base[gap]
      if (next && !here.all.has(next) && !there.all.has(next)) put(next)
    }
    return order
  }
}
