import { useEffect, useState } from 'react'
import { type ImportPreview, importRoutes, type WholeImport } from '#contract/workspace/imports.ts'
import { call } from '../../data/client.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Estimate } from '../../ui/marks/Estimate.tsx'
import { PriorityIcon } from '../../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { inFigures } from './importWords.ts'

const Card = ({ one }: { one: ImportPreview }) => (
  <article className="rounded-control bg-raised p-2.5 shadow-[inset_0_0_0_1px_var(--edge)]">
    <div className="flex items-center gap-2">
      <StateIcon group={one.group} label={one.state} />
      <span className="num text-12 text-ink-3">{one.key}</span>
      {one.was && <span className="num text-12 text-ink-3">was {one.was}</span>}
    </div>
    <p className="mt-1 line-clamp-2 text-pretty">{one.name}</p>
    <div className="mt-1.5 flex items-center gap-2 text-12 text-ink-2">
      <PriorityIcon priority={one.priority} />
      <span className="cut min-w-0 flex-1">{one.labels.join(', ')}</span>
      {one.target_date && <span className="num">{shortDay(one.target_date)}</span>}
      {one.estimate && <Estimate value={one.estimate} />}
    </div>
    {one.assignees.length > 0 && <p className="cut mt-1 text-12 text-ink-3">{one.assignees.join(', ')}</p>}
  </article>
)

/** Three issues as they will look with the present answers; shuffle shows others. */
export const Preview = ({ slug, whole }: { slug: string; whole: WholeImport }) => {
  const [after, setAfter] = useState(0)
  const [shown, setShown] = useState<readonly ImportPreview[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each choice, by the revision of the import
  useEffect(() => {
    let isHere = true
    call(importRoutes.preview, {
      params: { ws: slug, importId: whole.id },
      query: { after: String(after) },
    }).then(
      ({ body }) => {
        if (!isHere) return
        if (body.length === 0 && after > 0) setAfter(0)
        else setShown(body)
      },
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [slug, whole.id, whole.revision, after])
  const added = shown.find(one => one.added.length > 0)
  const out = whole.matches.columns.filter(({ is_left_out, count }) => is_left_out && count > 0)
  return (
    <aside className="min-w-0" aria-label="As they will look">
      <div className="rounded-card bg-sunken p-1.5 shadow-[inset_0_0_0_1px_var(--edge)]">
        <div className="flex h-8 items-center gap-2 px-1.5">
          <h3 className="flex-1 font-medium">As they will look</h3>
          <span className="num text-12 text-ink-3">
            {shown.length} of {inFigures(whole.rows)}
          </span>
          <IconButton icon="shuffle" label="Show others" onClick={() => setAfter(shown.at(-1)?.line ?? 0)} />
        </div>
        <div className="flex flex-col gap-1.5">
          {shown.map(one => (
            <Card key={one.line} one={one} />
          ))}
        </div>
      </div>
      {added && (
        <>
          <h3 className="mt-4 flex h-8 items-center font-medium">Added to the text of {added.key}</h3>
          {added.added.slice(0, 8).map(line => (
            <p key={line} className="cut text-ink-2">
              {line}
            </p>
          ))}
        </>
      )}
      {out.length > 0 && (
        <>
          <h3 className="mt-4 flex h-8 items-center font-medium">Left out</h3>
          <ul>
            {out.slice(0, 8).map(({ value, count }) => (
              <li key={value} className="py-0.5">
                {value}, in {inFigures(count)} issues
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
