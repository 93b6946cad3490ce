import { useState } from 'react'
import { here } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { nearnessWords, useSimilar } from '../acts/similar.ts'
import { FoundSign } from '../fields/StateSign.tsx'

/** Issues that may say the same as the new one, before it is made. */
export const SimilarIssues = ({ projectId, name }: { projectId: string; name: string }) => {
  const similar = useSimilar({ project_id: projectId, name })
  const [isOpen, setOpen] = useState(false)
  if (similar.length === 0) return null
  return (
    <section aria-label="Likely duplicates" className="-mx-2 rounded-control bg-sunken">
      <Button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="w-full justify-start"
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} className="text-ink-3" />
        {similar.length === 1 ? 'One likely duplicate' : `${similar.length} likely duplicates`}
      </Button>
      {isOpen && (
        <ul className="pb-1">
          {similar.map(found => (
            <li
              key={found.id}
              className="relative flex min-h-8 items-center gap-2 rounded-control px-2 hover:bg-hover"
            >
              <FoundSign found={found} size={14} />
              <span className="num flex-none text-12 text-ink-3">
                {found.project__identifier}-{found.sequence_id}
              </span>
              <a
                href={to('issue', { slug: here().slug, projectId: found.project_id, issueId: found.id })}
                target="_blank"
                rel="noreferrer"
                className="row-link cut flex-1"
              >
                {found.name}
              </a>
              <span className="flex-none text-12 text-ink-2 max-md:hidden">
                {nearnessWords(found.nearness)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
