/** Issues that may say the same as a title. */
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { stemOf, tellingWords } from '#contract/lists/nearness.ts'
import { type SimilarRow, searchRoutes } from '#contract/lists/search.ts'
import type { Issue } from '#contract/work/issues.ts'
import { call } from '../../data/client.ts'
import { here } from '../../data/viewer.ts'

export type Similar = z.infer<typeof SimilarRow>

const PAUSE_MS = 400

/** The words of `other` that `one` says as well, to be shown as such. */
export const isShared = (one: string, word: string): boolean => {
  const [folded] = tellingWords(word)
  return folded !== undefined && tellingWords(one).some(held => stemOf(held) === stemOf(folded))
}

export const nearnessWords = (nearness: number): string =>
  nearness >= 0.75 ? 'Very similar' : nearness >= 0.5 ? 'Similar' : 'Perhaps'

const NONE: readonly Similar[] = []

/** `id`: of an issue that exists, which is not like itself. Former ones are not shown of other words. */
export const useSimilar = ({
  id,
  project_id,
  name,
}: Pick<Issue, 'project_id' | 'name'> & { id?: string }) => {
  const [similar, setSimilar] = useState<{ of: string; found: readonly Similar[] }>({ of: '', found: NONE })
  const words = tellingWords(name).map(stemOf).join(' ')
  const of = `${project_id} ${id} ${words}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `words` stand for the name
  useEffect(() => {
    if (!words) return
    let isAsked = true
    const timer = setTimeout(
      () =>
        call(searchRoutes.similar, {
          params: { ws: here().slug, p: project_id },
          query: { name, ...(id ? { issue_id: id } : {}) },
        }).then(
          ({ body }) => isAsked && setSimilar({ of, found: body }),
          // A hint: where it cannot be had, nothing is said.
          () => {},
        ),
      id ? 0 : PAUSE_MS,
    )
    return () => {
      isAsked = false
      clearTimeout(timer)
    }
  }, [id, project_id, words, of])
  return similar.of === of ? similar.found : NONE
}
