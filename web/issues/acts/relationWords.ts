import { keysOf } from '#contract/keys.ts'
import type { RelationType } from '#contract/work/relations.ts'
import type { IconName } from '../../ui/icons.tsx'

/** `says`: between the two issues, as a fact. */
type Words = { label: string; find: string; says: string; icon: IconName; strong?: boolean }

/** How each kind of relation is called from this end, in the order in which they are listed. */
export const relationWords: Record<RelationType, Words> = {
  blocked_by: {
    label: 'Blocked by',
    find: 'Blocked by',
    says: 'waits for',
    icon: 'octagon-minus',
    strong: true,
  },
  blocking: { label: 'Blocks', find: 'Blocks', says: 'blocks', icon: 'octagon-minus', strong: true },
  duplicate: { label: 'Duplicate', find: 'Duplicate of', says: 'duplicates', icon: 'copy' },
  relates_to: { label: 'Relates to', find: 'Relates to', says: 'relates to', icon: 'link-2' },
}
export const relationKinds = keysOf(relationWords)
