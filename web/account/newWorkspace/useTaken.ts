import { useEffect, useState } from 'react'
import { workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { call } from '../../data/client.ts'

const PAUSE_MS = 250

/** Whether somebody else has this address already; false until that is known. */
export const useTaken = (slug: string): boolean => {
  const [taken, setTaken] = useState<string | null>(null)
  useEffect(() => {
    setTaken(null)
    if (!slug) return
    const wait = setTimeout(() => {
      call(workspaceRoutes.checkSlug, { query: { slug } }).then(
        ({ body }) => setTaken(body.status ? null : slug),
        // Creating it says.
        () => {},
      )
    }, PAUSE_MS)
    return () => clearTimeout(wait)
  }, [slug])
  return slug !== '' && taken === slug
}
