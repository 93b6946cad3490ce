import { useEffect, useState } from 'react'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { call } from '../data/client.ts'

const PAUSE_MS = 250

/** What a project of this name is called before its issues’ numbers, until people give it another. */
export const identifierOf = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^0-9A-ZÇŞĞİÖÜ]/g, '')
    .slice(0, 5)

/** Whether a key is free in the workspace; null until that is known. */
export const useFree = (slug: string, identifier: string): boolean | null => {
  const [known, setKnown] = useState<{ identifier: string; free: boolean } | null>(null)
  useEffect(() => {
    if (!identifier) return
    let asked = true
    const wait = setTimeout(() => {
      call(projectRoutes.checkIdentifier, { params: { ws: slug }, query: { name: identifier } }).then(
        ({ body }) => asked && setKnown({ identifier, free: body.exists === 0 }),
        // Creating it tells.
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      asked = false
      clearTimeout(wait)
    }
  }, [slug, identifier])
  return known?.identifier === identifier ? known.free : null
}
