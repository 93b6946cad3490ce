import { useEffect, useState } from 'react'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { call } from '../data/client.ts'
import { getRow, getRows } from '../data/rows.ts'

const PAUSE_MS = 300

/** As the server has it. */
export const MOST_IN_KEY = 12
const SUGGESTED = 5

const lettersOf = (text: string) => text.toUpperCase().replace(/[^0-9A-ZÇŞĞİÖÜ]/g, '')

/** The identifier suggested for a project of this name, until people give it another. */
export const identifierOf = (name: string, most = SUGGESTED) => lettersOf(name).slice(0, most)

/** The project that has the identifier; `free`: a similar one that no known project has. */
export type Taken = { by: string | null; free: string }

const nearest = (identifier: string): string => {
  const taken = new Set(getRows('project').map(project => project.identifier))
  for (let nth = 1; ; nth++) {
    const tail = nth === 1 ? 'I' : String(nth)
    const one = identifier.slice(0, MOST_IN_KEY - tail.length) + tail
    if (!taken.has(one)) return one
  }
}

/** Whether somebody has a key in the workspace; null until that is known. */
export const useTaken = (slug: string, identifier: string): Taken | null => {
  const [known, setKnown] = useState<{ identifier: string; taken: Taken } | null>(null)
  useEffect(() => {
    if (!identifier) return
    let asked = true
    const wait = setTimeout(() => {
      call(projectRoutes.checkIdentifier, { params: { ws: slug }, query: { name: identifier } }).then(
        ({ body }) => {
          const [found] = body.identifiers
          const by = found ? (getRow('project', found.project)?.name ?? 'Another project') : null
          if (asked) setKnown({ identifier, taken: { by, free: by ? nearest(identifier) : identifier } })
        },
        // Creating it says.
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      asked = false
      clearTimeout(wait)
    }
  }, [slug, identifier])
  return known?.identifier === identifier ? known.taken : null
}
