import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import { archiveRoutes } from '#contract/workspace/archives.ts'
import { call } from '../../data/client.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FoldButton } from '../../ui/controls/FoldButton.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Icon } from '../../ui/icons.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { sizeWords } from '../../ui/size-words.ts'

type Contents = z.infer<NonNullable<typeof archiveRoutes.contents.answer>>

/** What is shown of it; the rest is counted together. */
const shown: [table: string, words: string, part?: 'files' | 'history'][] = [
  ['projects', 'with keys and settings'],
  ['issues', 'one issue a line, with every field'],
  ['issue_comments', 'with their reactions'],
  ['issue_activities', 'who changed what, and when', 'history'],
  ['pages', 'in their order'],
  ['documents', 'as HTML and as Yjs state'],
  ['file_assets', 'by their own names', 'files'],
]

const figure = (count: number) => count.toLocaleString('en-GB')
const counted = (count: number, one: string, many = `${one}s`) =>
  `${figure(count)} ${count === 1 ? one : many}`

const useContents = (slug: string, isOpen: boolean) => {
  const [contents, setContents] = useState<Contents | null>(null)
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    try {
      setContents((await call(archiveRoutes.contents, { params: { ws: slug } })).body)
    } catch {
      setFailed(true)
    }
  }, [slug])
  useEffect(() => {
    if (isOpen) void load()
  }, [isOpen, load])
  return { contents, isFailed, load }
}

const leftOutWords = ({ pages, projects }: Contents['left_out']) =>
  [
    pages > 0 && counted(pages, 'private page of others', 'private pages of others'),
    projects > 0 &&
      counted(projects, 'project that you have not joined', 'projects that you have not joined'),
  ]
    .filter(Boolean)
    .join(' and ')

const Listing = ({ contents, ask }: { contents: Contents; ask: Ask }) => {
  const rows = shown.filter(([, , part]) => !part || ask[part])
  const others = Object.keys(contents.counts).length - rows.length
  return (
    <table className="w-full rounded-card bg-bg font-mono text-12 leading-[22px] [&_td]:px-3 [&_tr:first-child>td]:pt-2 [&_tr:last-child>td]:pb-2">
      <tbody>
        {rows.map(([table, words]) => (
          <tr key={table}>
            <td className="w-40">{table}.jsonl</td>
            <td className="num w-20 text-right">{figure(contents.counts[table] ?? 0)}</td>
            <td className="font-sans text-ink-3 max-md:hidden">
              {table === 'file_assets' ? `${sizeWords(contents.bytes)}, ${words}` : words}
            </td>
          </tr>
        ))}
        <tr>
          <td
            colSpan={3}
            className="font-sans text-ink-3"
          >{`and ${others} more: states, labels, cycles, modules, views, people…`}</td>
        </tr>
      </tbody>
    </table>
  )
}

type Ask = { files: boolean; history: boolean }

/** The workspace as one file, that another Tandem makes a workspace of. */
export const ArchiveForm = ({ slug }: { slug: string }) => {
  const [isOpen, setOpen] = useState(false)
  const [ask, setAsk] = useState<Ask>({ files: true, history: true })
  const [isBeginning, setBeginning] = useState(false)
  const { contents, isFailed, load } = useContents(slug, isOpen)
  const begin = async () => {
    setBeginning(true)
    try {
      await saving(call(archiveRoutes.make, { params: { ws: slug }, body: ask }))
    } catch (failure) {
      toast.failure(messageOf(failure), { title: 'The archive was not started.' })
    } finally {
      setBeginning(false)
    }
  }
  const leftOut = contents ? leftOutWords(contents.left_out) : ''
  return (
    <section className="mt-2 rounded-card bg-sunken px-4 py-2" aria-label="Whole workspace">
      <FoldButton
        name="Whole workspace"
        shut={!isOpen}
        onToggle={() => setOpen(!isOpen)}
        className="min-h-7 w-full gap-2 max-md:min-h-11"
      >
        <span className="cut text-12 text-ink-3 max-md:hidden">one archive that any Tandem can bring in</span>
      </FoldButton>
      {isOpen && (
        <div className="pb-2">
          {isFailed && (
            <p role="alert" className="flex items-center gap-2 py-3 text-ink-2">
              The contents could not be counted.
              <Button size="small" onClick={() => void load()}>
                Try again
              </Button>
            </p>
          )}
          {!contents && !isFailed && <RowsSkeleton rows={3} />}
          {contents && (
            <>
              <SettingsRow label="Contents" detail="JSON lines, one kind a file.">
                <Listing contents={contents} ask={ask} />
              </SettingsRow>
              <SettingsRow label="Files" low>
                <Switch checked={ask.files} onChange={files => setAsk({ ...ask, files })} />
                <span className="num ml-2 text-12 text-ink-3">{sizeWords(contents.bytes)}</span>
              </SettingsRow>
              <SettingsRow label="History" low>
                <Switch checked={ask.history} onChange={history => setAsk({ ...ask, history })} />
              </SettingsRow>
              <p className="mt-3 flex items-start gap-1.5 text-pretty text-12 text-ink-3">
                <Icon name="lock" size={14} className="mt-px flex-none" />
                <span>
                  Never included: passwords, tokens, secrets, private pages and drafts of others.
                  {leftOut && ` Left out here: ${leftOut}.`}
                </span>
              </p>
              <div className="mt-3 flex items-center justify-between gap-3 max-md:flex-col max-md:items-stretch">
                <span className="text-pretty text-12 text-ink-3">
                  It comes back as a new workspace, history included: Create workspace, From an archive.
                </span>
                <Button variant="primary" disabled={isBeginning} onClick={() => void begin()}>
                  Make archive
                </Button>
              </div>
            </>
          )}
        </div>
      )}
    </section>
  )
}
