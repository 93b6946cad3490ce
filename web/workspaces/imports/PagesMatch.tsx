import type { WholeImport } from '#contract/workspace/imports.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { inFigures } from './importWords.ts'
import { MatchChoice } from './MatchChoice.tsx'
import { importActs } from './useImports.ts'

const FLAVOURS: Record<string, string> = {
  notion: 'An export of Notion',
  confluence: 'A space of Confluence',
  pages: 'Markdown and HTML files',
}
const KINDS: [kind: string, icon: IconName, name: string, note: string][] = [
  ['pages', 'file-text', 'Pages', 'In the tree that the archive has'],
  ['databases', 'table-2', 'Databases among them', 'Each a table in a page, its rows as pages below'],
  ['pictures', 'image', 'Pictures', 'Those that a page shows'],
  ['files', 'paperclip', 'Files', 'Those that a page names'],
]

/** What an archive holds, and the one choice: the project that its pages go to. */
export const PagesMatch = ({
  slug,
  whole,
  mayAll,
}: {
  slug: string
  whole: WholeImport
  mayAll: boolean
}) => {
  const acts = importActs(slug, whole.id)
  const [match] = whole.matches.projects
  return (
    <div className="min-w-0">
      <section aria-label="Project" className="mt-3">
        <h3 className="flex h-8 items-center font-medium">All pages go to</h3>
        {match && (
          <div className="flex min-h-8 flex-wrap items-center gap-x-3">
            <MatchChoice
              kind="projects"
              match={match}
              mayAll={mayAll}
              mayLeaveOut={false}
              onChoose={choices => void acts.choose(choices)}
            />
            <span
              className={`flex items-center gap-1.5 text-12 ${match.is_open ? 'text-warn' : 'text-ink-3'}`}
            >
              {match.is_open && <Icon name="triangle-alert" size={12} className="flex-none" />}
              {match.reason}
            </span>
          </div>
        )}
      </section>
      <section aria-label="In the archive" className="mt-5">
        <div className="flex h-8 items-center gap-2">
          <h3 className="font-medium">In the archive</h3>
          <span className="text-12 text-ink-3">{FLAVOURS[whole.format?.kind ?? ''] ?? ''}</span>
        </div>
        <ul className="-mx-2">
          {KINDS.filter(([kind]) => (whole.outcome?.kinds[kind]?.found ?? 0) > 0).map(
            ([kind, icon, name, note]) => (
              <li
                key={kind}
                className="grid min-h-8 grid-cols-[16px_minmax(0,1fr)_72px] items-center gap-x-2.5 rounded-control px-2 hover:bg-hover max-md:min-h-11"
              >
                <Icon name={icon} className="text-ink-3" />
                <span className="flex min-w-0 items-baseline gap-2 max-md:flex-col max-md:gap-0">
                  {name}
                  <span className="cut max-w-full text-12 text-ink-3">{note}</span>
                </span>
                <span className="num text-right">{inFigures(whole.outcome!.kinds[kind]!.found)}</span>
              </li>
            ),
          )}
        </ul>
      </section>
      <p className="mt-4 text-pretty text-12 text-ink-3">
        Comments, authors and rights are in no such archive. Pages come in as yours, public to the project.
      </p>
    </div>
  )
}
