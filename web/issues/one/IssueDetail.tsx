import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Issue } from '#contract/work/issues.ts'
import type { RelationType } from '#contract/work/relations.ts'
import { useRow } from '../../data/rows.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { may } from '../../data/viewer.ts'
import { DescriptionEditor } from '../../editor/DescriptionEditor.tsx'
import type { EditorPerson } from '../../editor/sync/presence.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { IssueSearch } from '../acts/IssueSearch.tsx'
import { adoptIssues, toggleReaction } from '../acts/issuePartActions.ts'
import { RelationSearch } from '../acts/RelationSearch.tsx'
import { type Editing, FieldPicker } from '../fields/FieldPicker.tsx'
import type { EditedField } from '../fields/fields.ts'
import { IssueProperties } from '../fields/IssueProperties.tsx'
import { childrenBy, issueReactionsBy, linksBy, relationsBy } from '../fields/issueParts.ts'
import { Attachments } from './Attachments.tsx'
import { ActivitySection } from './activity/ActivitySection.tsx'
import { IssueHead } from './IssueHead.tsx'
import { IssueTitle } from './IssueTitle.tsx'
import { Links } from './Links.tsx'
import { MentionedIn } from './MentionedIn.tsx'
import { ReactionPicker, Reactions } from './Reactions.tsx'
import { Relations, relationEntries } from './Relations.tsx'
import { SubIssues } from './SubIssues.tsx'
import { useDetailKeys } from './useDetailKeys.ts'

/** The part that is being added to the issue. */
type Adding = 'sub-issue' | 'existing' | 'link' | { relation: RelationType | null } | null

type IssueDetailProps = {
  issueId: string
  /** It has the whole screen: its fields are in a column of their own where there is room. */
  page?: boolean
  onStatus: (status: string, people: EditorPerson[]) => void
  /** It is left once it is gone. */
  onGone: () => void
  /** The sender by the public form, where known. */
  visitor?: string | undefined
}

const rightsOn = (issue: Issue | null) => {
  const place = { workspace: issue?.workspace_id, project: issue?.project_id }
  const isOpen = issue !== null && !issue.archived_at
  const isKnown = isOpen && Boolean(issue.revision)
  const mayWrite = isOpen && may('issue.update', issue, place)
  return {
    isOpen,
    mayWrite,
    mayArrange: isKnown && may('issue.arrange', issue, place),
    mayReact: isKnown && may('issue.comment', issue, place),
    mayEdit: mayWrite && may('issue.bulk', issue, place),
    mayRestore: issue !== null && may('issue.archive', issue, place),
  }
}

/** One issue with all that belongs to it: the same in the peek and on its own page. */
export const IssueDetail = ({ issueId, page = false, onStatus, onGone, visitor }: IssueDetailProps) => {
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
  const { isOpen, mayWrite, mayArrange, mayReact, mayEdit, mayRestore } = rightsOn(issue)
  useDetailKeys({
    issueId,
    box,
    onEdit: mayEdit ? setEditing : null,
    onRelation: mayArrange ? () => setAdding({ relation: null }) : null,
    onGone,
  })
  if (!issue) return null
  const onEdit = (id: string, field: EditedField, anchor: Element) =>
    setEditing({ issueId: id, field, anchor })
  const close = () => setAdding(null)
  const react = (code: string) => void toggleReaction(issue, code)
  const hasChildren = issue.sub_issues_count > 0 || children.length > 0
  return (
    // As tall as its surroundings: a file let go below the last line is meant for the issue too.
    <div
      ref={box}
      data-detail
      className={classes('relative min-h-[75dvh]', page ? 'issue-columns' : 'flex flex-col gap-3')}
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <IssueHead issue={issue} page={page} mayWrite={mayWrite} mayRestore={mayRestore} />
        <IssueTitle issue={issue} readOnly={!mayWrite} />
      </div>
      <div className="issue-fields min-w-0">
        <IssueProperties
          issue={issue}
          visitor={visitor}
          {...(mayEdit
            ? { onEdit: (field: EditedField, anchor: HTMLElement) => onEdit(issueId, field, anchor) }
            : {})}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <DescriptionEditor name={`issue.${issue.id}`} issue={issue} mayWrite={mayWrite} onStatus={onStatus} />
        <Reactions rows={reactions} {...(mayReact ? { onToggle: react } : {})} />
        <div className="finger-row flex flex-wrap items-center gap-x-1 gap-y-1.5 max-md:gap-x-0 max-md:[&>button]:px-1.5 [&>button:first-of-type]:-ml-2 print:[&>button]:hidden">
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
        <ActivitySection issue={issue} visitor={visitor} />
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
