import { useEffect, useState } from 'react'
import { loadWorkspaces, useSession } from '../data/session.ts'
import { latestOf } from '../data/visits.ts'
import { to } from '../places/address.ts'
import { NotFound } from '../shell/NotFound.tsx'

const isAt =
  (slug: string) =>
  (one: { slug: string }): boolean =>
    one.slug.toLowerCase() === slug.toLowerCase()

/** Shown in place of a workspace that is not, or no longer, this person’s to open, and leads to one that is. */
export const Gone = ({ slug }: { slug: string }) => {
  const { workspaces } = useSession()
  const [was] = useState(workspaces.find(isAt(slug)))
  const next = latestOf(workspaces.filter(one => !isAt(slug)(one)))
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    // Where it fails, the next start asks.
    void loadWorkspaces()
      .catch(() => {})
      .then(() => setAsked(true))
  }, [])
  // Whoever has left it themselves is led on by then.
  if (!isAsked) return <main aria-busy="true" className="min-h-dvh" />
  return (
    <main className="flex min-h-dvh flex-col">
      <NotFound
        title={was ? `You no longer have access to ${was.name}` : 'Workspace not found'}
        text={
          was
            ? 'It was deleted, or you were removed from it.'
            : 'There is no workspace at this address, or you are not a member of it.'
        }
        {...(next && { back: { label: `Go to ${next.name}`, href: to('home', { slug: next.slug }) } })}
      />
    </main>
  )
}
