import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { fold } from '#contract/lists/folding.ts'
import { getRows } from '../data/rows.ts'
import { addressOf } from '../issues/acts/issueAddress.ts'
import { FoundSign } from '../issues/fields/StateSign.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { PageMark } from './PageMark.tsx'
import { pageAddress, pageName } from './pageNames.ts'
import { findIssues } from './suggestions/issueChoices.tsx'

type Target = { id: string; name: string; path: string; mark: React.ReactNode }

const MOST_PAGES = 4

const pagesNamed = (words: string): Target[] =>
  getRows('page')
    .filter(page => !page.archived_at && fold(page.name).includes(fold(words)))
    .slice(0, MOST_PAGES)
    .map(page => ({
      id: page.id,
      name: pageName(page),
      path: pageAddress(page),
      mark: <PageMark page={page} className="text-ink-3" />,
    }))

const issuesNamed = async (editor: Editor, words: string): Promise<Target[]> =>
  (await findIssues(editor, words)).map(one => ({
    id: one.id,
    name: `${one.project__identifier}-${one.sequence_id} ${one.name}`,
    path: addressOf(one),
    mark: <FoundSign found={one} />,
  }))

type LinkTargetsProps = { editor: Editor; words: string; onChoose: (href: string, name: string) => void }

/** Pages and issues whose name the typed words may mean. */
export const LinkTargets = ({ editor, words, onChoose }: LinkTargetsProps) => {
  const [issues, setIssues] = useState<Target[]>([])
  useEffect(() => {
    let isOver = false
    issuesNamed(editor, words).then(
      found => isOver || setIssues(found),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [editor, words])
  const targets = [...pagesNamed(words), ...issues]
  if (targets.length === 0) return null
  return (
    <ul aria-label="Pages and issues" className="-mx-1.5 flex max-h-48 flex-col overflow-y-auto">
      {targets.map(({ id, name, path, mark }) => (
        <li key={id} className="flex">
          <Button
            className="min-w-0 flex-1 justify-start"
            onClick={() => onChoose(`${location.origin}${path}`, name)}
          >
            {mark}
            <span className="cut">{name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
