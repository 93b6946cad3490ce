/** Issues that may say the same as a request: they share the telling words of its title. */
import { useEffect, useState } from 'react'
import { fold } from '#contract/lists/folding.ts'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import type { Issue } from '#contract/work/issues.ts'
import { call } from '../data/client.ts'
import { here } from '../data/viewer.ts'
import type { Found } from '../issues/acts/searchIssues.ts'

/** Shorter words are said of everything. */
const SHORTEST = 4
/** So many words of a title are looked for, the longest first. */
const LOOKED_FOR = 3
const SHOWN = 3

/** With its nearness: how much of the shorter title the other one says as well. */
export type Similar = { found: Found; nearness: number }

const wordsOf = (name: string): string[] => [
  ...new Set(
    fold(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word.length >= SHORTEST),
  ),
]
// Endings differ more than beginnings do.
const stem = (word: string) => word.slice(0, Math.max(SHORTEST, word.length - 2))

export const nearnessOf = (one: string, other: string): number => {
  const [a, b] = [wordsOf(one).map(stem), wordsOf(other).map(stem)]
  const shared = a.filter(word => b.some(held => held.startsWith(word) || word.startsWith(held))).length
  return shared / Math.max(1, Math.min(a.length, b.length))
}
/** The words of `other` that `one` says as well, to be shown as such. */
export const isShared = (one: string, word: string): boolean => {
  const [folded] = wordsOf(word)
  return folded !== undefined && wordsOf(one).some(held => stem(held) === stem(folded))
}

export const nearnessWords = (nearness: number): string =>
  nearness >= 0.75 ? 'Very similar' : nearness >= 0.5 ? 'Similar' : 'Perhaps'

const NONE: readonly Similar[] = []

export const useSimilar = ({ id, project_id, name }: Pick<Issue, 'id' | 'project_id' | 'name'>) => {
  const [similar, setSimilar] = useState<{ of: string; found: readonly Similar[] }>({ of: '', found: NONE })
  const words = wordsOf(name)
    .sort((a, b) => b.length - a.length)
    .slice(0, LOOKED_FOR)
    .map(stem)
    .join(' ')
  const of = `${id} ${words}`
  useEffect(() => {
    if (!words) return
    let asked = true
    const find = (search: string) =>
      call(issueListRoutes.search, {
        params: { ws: here().slug, p: project_id },
        query: { search, issue_id: id },
      })
    // A hint: where it cannot be had, nothing is said.
    Promise.all(words.split(' ').map(find)).then(
      answers => {
        const all = new Map(answers.flatMap(({ body }) => body.map(one => [one.id, one] as const)))
        all.delete(id)
        const found = [...all.values()]
          .map(one => ({ found: one, nearness: nearnessOf(name, one.name) }))
          .sort((a, b) => b.nearness - a.nearness)
          .slice(0, SHOWN)
        if (asked) setSimilar({ of, found })
      },
      () => {},
    )
    return () => {
      asked = false
    }
  }, [id, project_id, name, words, of])
  return similar.of === of ? similar.found : NONE
}
