/** The fate of each block on both sides, and its place after the merge. */
import type { Matching } from './matching.ts'
import { allOf, linesOf, type Part } from './parts.ts'
import type { Likeness } from './similar.ts'

export type Side = 'present' | 'incoming'

/** One block in the versions that have it. */
export type Block = Record<'base' | Side, Part | null>

/** Blocks of words that one side split or joined: merged as one run of words, block after block. */
export type Run = { lead: Block; base: Part[]; present: Part[]; incoming: Part[] }

export type Sides = {
  base: Part
  present: Part
  incoming: Part
  toPresent: Matching
  toIncoming: Matching
  like: Likeness
}

/** From this share on a new block beside an old one was split off, a missing one joined to it. */
const SPLIT = 0.5

const blocksOf = ({ base, present, incoming, toPresent, toIncoming }: Sides): Map<Part, Block> => {
  const found = new Map<Part, Block>()
  const put = (block: Block) => {
    for (const part of [block.base, block.present, block.incoming]) if (part) found.set(part, block)
  }
  for (const part of allOf(base))
    put({
      base: part,
      present: toPresent.to.get(part) ?? null,
      incoming: toIncoming.to.get(part) ?? null,
    })
  for (const part of allOf(present)) if (!found.has(part)) put({ base: null, present: part, incoming: null })
  for (const part of allOf(incoming)) if (!found.has(part)) put({ base: null, present: null, incoming: part })
  return found
}

/** The block around each; a block that both sides moved is where the present text has it. */
const homesOf = (blocks: Map<Part, Block>) => {
  const around = (part: Part | null) => (part?.up ? blocks.get(part.up)! : null)
  const homes = new Map<Block, Block | null>()
  const movedIn = new Set<Block>()
  for (const block of new Set(blocks.values())) {
    const [was, here, there] = [around(block.base), around(block.present), around(block.incoming)]
    const isMoved = block.base !== null && block.present !== null && block.incoming !== null
    if (isMoved && here === was && there !== was) movedIn.add(block)
    homes.set(block, movedIn.has(block) || !block.present ? (there ?? was) : here)
  }
  // One side may have put A into B, the other B into A: then neither would be in the text.
  const settled = new Set<Block>()
  for (const block of homes.keys()) {
    const way = new Set<Block>()
    let at: Block | null = block
    while (at && !settled.has(at)) {
      if (way.has(at)) {
        const turned: Block | undefined = [...way].find(one => movedIn.delete(one))
        if (!turned) break
        homes.set(turned, around(turned.present))
        way.clear()
        at = block
        continue
      }
      way.add(at)
      at = homes.get(at) ?? null
    }
    for (const one of way) settled.add(one)
  }
  return homes
}

const follows = (first: Part | null, second: Part | null, riders = new Set<Part>()): boolean => {
  if (!first || !second) return true
  if (first.up !== second.up || second.at <= first.at) return false
  return first.up!.parts.slice(first.at + 1, second.at).every(part => riders.has(part))
}

/** Pairs of neighbours that were one block in another version. */
const splitsAndJoins = (
  { base, present, incoming, toPresent, toIncoming, like }: Sides,
  blocks: Map<Part, Block>,
) => {
  const found: [Block, Block][] = []
  const riders = new Set<Part>()
  const link = (a: Part, b: Part) => {
    const [first, second] = [blocks.get(a)!, blocks.get(b)!]
    const isNear = (['base', 'present', 'incoming'] as const).every(version =>
      follows(first[version], second[version], riders),
    )
    if (isNear) found.push([first, second])
    return isNear
  }
  const look = (part: Part, whole: (beside: Part) => Part | undefined): boolean =>
    [-1, 1].some(step => {
      let beside = part.up?.parts[part.at + step]
      while (beside && riders.has(beside)) beside = beside.up?.parts[beside.at + step]
      const one = beside && linesOf(beside) ? whole(beside) : undefined
      if (!beside || !one || !linesOf(one) || like.splitShare(part, one, beside) < SPLIT) return false
      return step < 0 ? link(beside, part) : link(part, beside)
    })
  const sides = [
    [present, toPresent],
    [incoming, toIncoming],
  ] as const
  for (const [top, matching] of sides) {
    const all = allOf(top)
    // Both ways: of a block split in three the one farthest off is reached by way of the other.
    for (const part of [...all, ...all.reverse()])
      if (linesOf(part) && !matching.from.has(part) && !riders.has(part))
        if (look(part, beside => matching.from.get(beside))) riders.add(part)
  }
  for (const [, matching] of sides)
    for (const part of allOf(base))
      if (linesOf(part) && !matching.to.has(part)) look(part, beside => matching.to.get(beside))
  return found
}

const inLine = (parts: Part[]) =>
  parts.every((part, n) => linesOf(part) && (n === 0 || follows(parts[n - 1]!, part)))

/** Runs of more than one block, by each block of theirs. */
const runsOf = (sides: Sides, blocks: Map<Part, Block>, homes: Map<Block, Block | null>) => {
  const groups = new Map<Block, Set<Block>>()
  for (const [a, b] of splitsAndJoins(sides, blocks)) {
    const one = new Set([...(groups.get(a) ?? [a]), ...(groups.get(b) ?? [b])])
    for (const block of one) groups.set(block, one)
  }
  const holdsItsLines = (part: Part) => {
    const lines = linesOf(part)!
    return lines === part || homes.get(blocks.get(lines)!) === blocks.get(part)
  }
  // Blocks that the present text lacks, or that one side split off, go with the others.
  const tellsHome = (block: Block, lead: Block) =>
    block.base !== null && (block.present !== null || lead.present === null)
  const runs = new Map<Block, Run>()
  for (const group of new Set(groups.values())) {
    const members = [...group]
    const version = (name: keyof Block) =>
      members.flatMap(block => block[name] ?? []).sort((x, y) => x.at - y.at)
    const [base, present, incoming] = [version('base'), version('present'), version('incoming')]
    // It is where that block is which most versions have.
    const versions = (block: Block) => [block.base, block.present, block.incoming].filter(Boolean).length
    const lead = members.reduce((best, block) => (versions(block) > versions(best) ? block : best))
    const isOne =
      base.length > 0 &&
      [base, present, incoming].every(inLine) &&
      members.every(block => !tellsHome(block, lead) || homes.get(block) === homes.get(lead)) &&
      [...base, ...present, ...incoming].every(part => holdsItsLines(part))
    if (isOne) for (const block of members) runs.set(block, { lead, base, present, incoming })
  }
  return runs
}

/** The plan of a merge. */
export const planOf = (sides: Sides) => {
  const blocks = blocksOf(sides)
  const homes = homesOf(blocks)
  return { blocks, homes, runs: runsOf(sides, blocks, homes) }
}
export type Plan = ReturnType<typeof planOf>
