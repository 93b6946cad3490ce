import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Issue } from '#contract/work/issues.ts'
import type { RelationType } from '#contract/work/relations.ts'
import { getRow, useRow } from '../../data/rows.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { may } from '../../data/viewer.ts'
import { DescriptionEditor } from '../../editor/DescriptionEditor.tsx'
import type { EditorPerson } from '../../editor/sync/presence.ts'
import { useKeys } from '../../shell/keyboard.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { useCommandScope } from '../acts/commandScope.ts'
import { IssueSearch } from '../acts/IssueSearch.tsx'
import { copyKeys, copyLinks } from '../acts/issueMenu.ts'
import { adoptIssues, toggleReaction } from '../acts/issuePartActions.ts'
import { meantIssue } from '../acts/meantIssue.ts'
import { type Editing, FieldPicker } from '../fields/FieldPicker.tsx'
import { type EditedField, editedFields, hasField, looks } from '../fields/fields.ts'
import { IssueProperties } from '../fields/IssueProperties.tsx'
import { Attachments } from './Attachments.tsx'
import { ActivitySection } from './activity/ActivitySection.tsx'
import { IssueHead } from './IssueHead.tsx'
import { IssueTitle } from './IssueTitle.tsx'
import { childrenBy, issueReactionsBy, linksBy, relationsBy } from './issueParts.ts'
import { Links } from './Links.tsx'
import { MentionedIn } from './MentionedIn.tsx'
import { ReactionPicker, Reactions } from './Reactions.tsx'
import { RelationSearch, Relations, relationEntries } from './Relations.tsx'
import { SubIssues } from './SubIssues.tsx'

/** What is being added beside the issue. */
type Adding = 'sub-issue' | 'existing' | 'link' | { relation: RelationType | null } | null

type IssueDetailProps = {
  issueId: string
  /** It has the whole screen: its fields stand in a column of their own where there is room. */
  page?: boolean
  onStatus: (status: string, people: EditorPerson[]) => void
  /** It is left once it is gone. */
  onGone: () => void
}

/** One issue with all that belongs to it: the same in the peek and on its own page. */
export const IssueDetail = ({ issueId, page = false, onStatus, onGone }: IssueDetailProps) => {
  const issue = useRow('issue', issueId)
  const reactions = useShelf(issueReactionsBy, issueId)
  const relations = useShelf(relationsBy, issueId)
  const links = useShelf(linksBy, issueId)
  const children = useShelf(childrenBy, issueId)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [adding, setAdding] = useState<Adding>(null)
  const box = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#sub-issues') box.current?.querySelector('[aria-label="Sub-issues"]')?.scrollIntoView()
  }, [hash])
  const place = { workspace: issue?.workspace_id, project: issue?.project_id }
  const isOpen = issue !== null && !issue.archived_at
  const mayWrite = isOpen && may('issue.update', issue, place)
  const mayArrange = isOpen && Boolean(issue.revision) && may('issue.arrange', issue, place)
  const mayReact = isOpen && Boolean(issue.revision) && may('issue.comment', issue, place)
  const mayEdit = mayWrite && may('issue.bulk', issue, place)
  // A line of another issue that has the focus takes the keys for itself.
  const edit = (field: EditedField) => {
    const { line, target } = meantIssue(issueId)
    if (!target || !hasField(getRow('project', target.project_id), field)) return false
    const around = line ?? box.current
    const cells = around?.querySelectorAll(`[data-field="${field}"]`) ?? []
    // Of the two faces of a field, the grid and the chips of a phone, one is on the screen.
    const anchor = [...cells].find(cell => cell.getClientRects().length > 0) ?? around
    if (anchor && mayEdit) setEditing({ issueId: target.id, field, anchor })
  }
  useCommandScope({
    issues: () => {
      const { target } = meantIssue(issueId)
      return target ? { ids: [target.id], ...(mayEdit ? { onEdit: edit } : {}), onGone } : null
    },
  })
  const withAimed = (run: (issues: Issue[]) => void) => {
    const { target } = meantIssue(issueId)
    if (target) run([target])
  }
  useKeys({
    ...Object.fromEntries(
      editedFields.map(field => [
        looks[field].keys,
        { run: () => edit(field), label: looks[field].label, group: 'Issue' },
      ]),
    ),
    r: {
      run: () => (mayArrange ? setAdding({ relation: null }) : false),
      label: 'Relation',
      group: 'Issue',
    },
    f2: {
      run: () => box.current?.querySelector<HTMLElement>('[aria-label="Title"]')?.focus(),
      label: 'Title',
      group: 'Issue',
    },
    'mod+shift+,': { run: () => withAimed(copyLinks), label: 'Copy link', group: 'Issue' },
    'mod+.': { run: () => withAimed(copyKeys), label: 'Copy key', group: 'Issue' },
  })
  if (!issue) return null
  const onEdit = (id: string, field: EditedField, anchor: Element) =>
    setEditing({ issueId: id, field, anchor })
  const close = () => setAdding(null)
  const react = (code: string) => void toggleReaction(issue, code)
  const hasChildren = issue.sub_issues_count > 0 || children.length > 0
  return (
    // As tall as what is around it: a file let go below the last line is meant for the issue too.
    <div
      ref={box}
      className={classes('relative min-h-[75dvh]', page ? 'issue-columns' : 'flex flex-col gap-3')}
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <IssueHead issue={issue} page={page} mayRestore={may('issue.archive', issue, place)} />
        <IssueTitle issue={issue} readOnly={!mayWrite} />
      </div>
      <div className="issue-fields min-w-0">
        <IssueProperties
          issue={issue}
          {...(mayEdit
            ? { onEdit: (field: EditedField, anchor: HTMLElement) => onEdit(issueId, field, anchor) }
            : {})}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <DescriptionEditor name={`issue.${issue.id}`} issue={issue} mayWrite={mayWrite} onStatus={onStatus} />
        <Reactions rows={reactions} {...(mayReact ? { onToggle: react } : {})} />
        <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5 [&>button:first-of-type]:-ml-2">
          <SubIssues
            issue={issue}
            mayAdd={mayArrange}
            adding={adding === 'sub-issue'}
            setAdding={open => setAdding(open ? 'sub-issue' : null)}
            onFind={() => setAdding('existing')}
            onEdit={onEdit}
          />
          <Relations
            issue={issue}
            mayChange={mayArrange}
            onEdit={onEdit}
            onAdd={relation => setAdding({ relation })}
          />
          <Links
            issue={issue}
            mayChange={mayArrange}
            adding={adding === 'link'}
            setAdding={open => setAdding(open ? 'link' : null)}
          />
          <Attachments issue={issue} box={box} readOnly={!isOpen} />
          {mayArrange && !hasChildren && adding !== 'sub-issue' && (
            <Button icon="list-todo" onClick={() => setAdding('sub-issue')}>
              Sub-issue
            </Button>
          )}
          {mayArrange && relations.length === 0 && (
            <Menu entries={relationEntries(relation => setAdding({ relation }))}>
              <Button icon="link-2">Relation</Button>
            </Menu>
          )}
          {mayArrange && links.length === 0 && adding !== 'link' && (
            <Button icon="link" onClick={() => setAdding('link')}>
              Link
            </Button>
          )}
          {mayReact && reactions.length === 0 && <ReactionPicker onPick={react} />}
        </div>
        {issue.revision > 0 && (
          <MentionedIn of={{ kind: 'issue', id: issue.id, project_id: issue.project_id }} />
        )}
        <ActivitySection issue={issue} />
      </div>
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
      {adding === 'existing' && (
        <IssueSearch
          issue={issue}
          what="sub_issue"
          title="Add sub-issues"
          confirm="Add"
          onPick={found =>
            void adoptIssues(
              issue,
              found.map(one => one.id),
            )
          }
          onClose={close}
        />
      )}
      {adding !== null && typeof adding === 'object' && (
        <RelationSearch issue={issue} type={adding.relation} onClose={close} />
      )}
    </div>
  )
}
