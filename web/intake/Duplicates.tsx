import { Link } from 'react-router'
import { here } from '../data/viewer.ts'
import { isShared, nearnessWords, type Similar } from '../issues/acts/similar.ts'
import { FoundSign } from '../issues/fields/StateSign.tsx'
import { to } from '../places/address.ts'
import { useKeys } from '../shell/keyboard.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Count } from '../ui/marks/Count.tsx'

const Marked = ({ name, of }: { name: string; of: string }) => (
  <>
    {name.split(/(\s+)/).map((word, at) =>
      isShared(of, word) ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word keeps its place
        <b key={at} className="font-semibold text-ink">
          {word}
        </b>
      ) : (
        word
      ),
    )}
  </>
)

type DuplicatesProps = {
  name: string
  similar: readonly Similar[]
  /** Missing where the person does not decide. */
  onSame?: (id: string) => void
}

/** Possible duplicates beside a request, so that they are seen before it is decided. */
export const Duplicates = ({ name, similar, onSame }: DuplicatesProps) => {
  useKeys(
    Object.fromEntries(
      similar.map((found, at) => [
        String(at + 1),
        { run: () => onSame?.(found.id), label: `Same as duplicate ${at + 1}`, group: 'Intake' },
      ]),
    ),
    { when: onSame !== undefined },
  )
  if (similar.length === 0) return null
  return (
    <section aria-labelledby="duplicates">
      <div className="flex h-8 items-center gap-2 px-2 max-xl:px-0">
        <h3 id="duplicates" className="font-medium">
          Likely duplicates
        </h3>
        <Count value={similar.length} />
      </div>
      <ul>
        {similar.map((found, at) => (
          <li
            key={found.id}
            className={classes(
              'mb-0.5 rounded-control p-2 max-xl:flex max-xl:items-center max-xl:gap-3 max-xl:px-0',
              at === 0 && 'xl:bg-press',
            )}
          >
            <div className="min-w-0 flex-1">
              <div
                className={classes(
                  'flex h-5 items-center gap-2 text-12',
                  at === 0 ? 'text-ink-2' : 'text-ink-3 max-xl:text-ink-2',
                )}
              >
                <FoundSign found={found} size={14} />
                <span className="num">
                  {found.project__identifier}-{found.sequence_id}
                </span>
                <span className="xl:flex-1" />
                <span>{nearnessWords(found.nearness)}</span>
              </div>
              <Link
                to={to('issue', { slug: here().slug, projectId: found.project_id, issueId: found.id })}
                className="my-0.5 block text-pretty rounded-tag leading-[18px] hover:underline"
              >
                <Marked name={found.name} of={name} />
              </Link>
              <p className={classes('text-12 leading-4', at === 0 ? 'text-ink-2' : 'text-ink-3')}>
                {found.state__name}
              </p>
            </div>
            {onSame && (
              <Button
                variant="neutral"
                keys={at === 0 ? String(at + 1) : undefined}
                onClick={() => onSame(found.id)}
                aria-label={`Same as ${found.project__identifier}-${found.sequence_id}`}
                className={classes(at === 0 && 'xl:bg-raised', 'mt-1.5 max-xl:mt-0 max-md:h-9 xl:w-full')}
              >
                <span className="max-xl:hidden">Same as this</span>
                <span className="xl:hidden">Same</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
