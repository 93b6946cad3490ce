import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { instanceRoutes } from '#contract/workspace/instance.ts'
import { call } from '../data/client.ts'
import { Button } from '../ui/controls/Button.tsx'
import { shortDay } from '../ui/dates/day-words.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'

type Releases = z.infer<NonNullable<typeof instanceRoutes.changelog.answer>>

const readReleases = () =>
  call(instanceRoutes.changelog).then(
    ({ body }) => body,
    () => 'failed' as const,
  )

/** The news of each version, as the running server says it. */
export const WhatsNew = ({ onClose }: { onClose: () => void }) => {
  const [releases, setReleases] = useState<Releases | 'failed' | null>(null)
  const read = () => void readReleases().then(setReleases)
  useEffect(read, [])
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="What’s new" wide read>
      {releases === null && <RowsSkeleton rows={4} />}
      {releases === 'failed' && (
        <Banner tone="danger" action={<Button onClick={read}>Try again</Button>}>
          The release notes could not be read.
        </Banner>
      )}
      {Array.isArray(releases) && releases.length === 0 && (
        <p className="text-ink-2">There are no notes for this version.</p>
      )}
      {Array.isArray(releases) &&
        releases.map(({ id, version, release_date, description }) => (
          <section key={id} className="mb-5" aria-label={version}>
            <div className="flex items-baseline gap-2">
              <h3 className="font-medium">{version}</h3>
              <span className="text-12 text-ink-3">{shortDay(release_date, true)}</span>
            </div>
            <ul className="mt-1 list-disc pl-5 text-ink-2">
              {description
                .split(/^- /m)
                .filter(Boolean)
                .map(line => (
                  <li key={line} className="mt-1 text-pretty">
                    {line.trim()}
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </Dialog>
  )
}
