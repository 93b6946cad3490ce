import { useMemo } from 'react'
import type { Draft } from '#contract/work/drafts.ts'
import { may, useHere } from '../../data/viewer.ts'
import { useHeading } from '../../places/heading.ts'
import { FloatingAction, Header } from '../../shell/Header.tsx'
import { RowsBox } from '../../shell/list/RowsBox.tsx'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import { openIssueForm } from '../../shell/overlays.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ListDrawing } from '../../ui/marks/drawings.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { DeleteDrafts, DraftBar } from './DraftBar.tsx'
import { DraftRow } from './DraftRow.tsx'
import { copyDraft, isReady } from './draftActions.ts'
import { useDrafts } from './drafts.ts'
import { type DraftSelection, useDraftSelection } from './useDraftSelection.ts'

const HEIGHTS = { wide: 36, narrow: 52 }

const entriesOf = (draft: Draft, { publish, remove }: DraftSelection): MenuEntry[] => [
  {
    id: 'open',
    label: 'Open',
    icon: 'square-pen',
    keys: 'enter',
    run: () => openIssueForm({ draftId: draft.id }),
  },
  {
    id: 'publish',
    label: 'Add to project',
    icon: 'arrow-right',
    disabled: isReady(draft) ? false : 'Add a title and a project first',
    run: () => publish([draft.id]),
  },
  { id: 'copy', label: 'Duplicate', icon: 'copy', run: () => void copyDraft(draft) },
  { id: 'rule', rule: true },
  {
    id: 'delete',
    label: 'Delete',
    icon: 'trash-2',
    keys: '#',
    danger: true,
    run: () => remove([draft.id]),
  },
]

/** Issues that are not ready yet: private until they are put into their projects. */
export const DraftsScreen = () => {
  const drafts = useDrafts()
  const { workspaceId } = useHere()
  const picked = useDraftSelection(drafts)
  const rows = useMemo(
    () => drafts.map((draft, at) => ({ id: draft.id, draft, above: drafts[at - 1], below: drafts[at + 1] })),
    [drafts],
  )
  const heading = useHeading()
  const mayWrite = may('draft.create', {}, { workspace: workspaceId })
  const isChosen = (draft: Draft | undefined) => draft !== undefined && picked.chosen.includes(draft.id)
  return (
    <>
      <Header
        {...heading}
        count={drafts.length}
        {...(mayWrite ? { primary: { label: 'New issue', keys: 'c', run: () => openIssueForm() } } : {})}
      />
      {drafts.length === 0 && (
        <EmptyState
          drawing={<ListDrawing />}
          title="No drafts"
          actions={
            mayWrite && (
              <Button variant="primary" keys="c" onClick={() => openIssueForm()}>
                New issue
              </Button>
            )
          }
        >
          Issues you start and close without creating them are kept here, for you alone.
        </EmptyState>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <RowsBox
          className="@container min-h-0 flex-1 overflow-y-auto bg-bg pt-1 pb-16 max-md:pb-24"
          entriesOf={id => picked.known([id]).flatMap(draft => entriesOf(draft, picked))}
          onSelect={picked.select}
        >
          <RowsInSight label="Drafts" rows={rows} heights={HEIGHTS}>
            {({ draft, above, below }) => (
              <DraftRow
                draft={draft}
                selected={isChosen(draft)}
                joined={{ above: isChosen(above), below: isChosen(below) }}
                onSelect={picked.select}
                onOpen={() => openIssueForm({ draftId: draft.id })}
                onPublish={() => picked.publish([draft.id])}
              />
            )}
          </RowsInSight>
        </RowsBox>
        {picked.chosen.length > 0 && <DraftBar {...picked} />}
      </div>
      {mayWrite && <FloatingAction label="New issue" run={() => openIssueForm()} />}
      {picked.asking.length > 0 && <DeleteDrafts {...picked} />}
    </>
  )
}
