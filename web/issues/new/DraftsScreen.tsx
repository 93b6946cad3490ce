import { useRef, useState } from 'react'
import type { Draft } from '#contract/work/drafts.ts'
import { getRow } from '../../data/rows.ts'
import { may, useHere } from '../../data/viewer.ts'
import { useHeading } from '../../places/heading.ts'
import { FloatingAction, Header } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { openIssueForm } from '../../shell/overlays.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { EmptyState, ListDrawing } from '../../ui/marks/EmptyState.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { makeSelection, useSelected } from '../list/selection.ts'
import { type Anchor, DraftRow } from './DraftRow.tsx'
import { copyDraft, deleteDrafts, publishDraft } from './draftActions.ts'
import { useDrafts } from './drafts.ts'

const focused = () => document.activeElement?.closest<HTMLElement>('[data-draft]')?.dataset.draft ?? null
const focusOn = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`[data-draft="${id}"] [data-title]`)?.focus()

/** Issues that are not ready yet: private until they are put into their projects. */
export const DraftsScreen = () => {
  const drafts = useDrafts()
  const { workspaceId } = useHere()
  const [selection] = useState(makeSelection)
  const [asking, setAsking] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<{ id: string; anchor: Anchor } | null>(null)
  const chosen = useSelected(selection).filter(id => drafts.some(draft => draft.id === id))
  const ids = drafts.map(draft => draft.id)
  const heading = useHeading()
  const confirm = useRef<HTMLButtonElement>(null)
  const mayWrite = may('draft.create', {}, { workspace: workspaceId })
  const known = (wanted: readonly string[]) => drafts.filter(draft => wanted.includes(draft.id))
  const remove = (wanted: readonly string[]) => {
    if (wanted.length > 1) return setAsking(wanted)
    const [gone] = wanted
    const next = gone === undefined ? undefined : (ids[ids.indexOf(gone) + 1] ?? ids[ids.indexOf(gone) - 1])
    deleteDrafts(known(wanted))
    selection.clear()
    focusOn(next)
  }
  const publish = (wanted: readonly string[]) => {
    for (const draft of known(wanted))
      if (isReady(draft)) void publishDraft(draft.id, { name: draft.name })
      else openIssueForm({ draftId: draft.id })
    selection.clear()
  }
  const step = (by: 1 | -1) => {
    const at = focused()
    focusOn(at ? ids[ids.indexOf(at) + by] : ids[0])
  }
  const subject = () => {
    const at = focused()
    return chosen.length > 0 ? chosen : at ? [at] : []
  }
  const onSubject = (run: (wanted: readonly string[]) => void) => () => {
    const wanted = subject()
    if (wanted.length === 0) return false
    run(wanted)
  }
  const select = (id: string, event: { shiftKey?: boolean }) =>
    event.shiftKey ? selection.reach(id, ids) : selection.toggle(id)
  const reach = (by: 1 | -1) => {
    const at = focused()
    if (at && !selection.has(at)) selection.reach(at, ids)
    step(by)
    const to = focused()
    if (to) selection.reach(to, ids)
  }
  const entriesOf = (draft: Draft): MenuEntry[] => [
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
  const [subjectOfMenu] = known(opened ? [opened.id] : [])
  const group = 'Drafts'
  useKeys({
    j: { run: () => step(1), label: 'Next draft', group },
    k: { run: () => step(-1), label: 'Previous draft', group },
    down: () => step(1),
    up: () => step(-1),
    'shift+down': () => reach(1),
    'shift+up': () => reach(-1),
    x: { run: onSubject(() => focused() && selection.toggle(focused() ?? '')), label: 'Select', group },
    'mod+a': { run: () => selection.set(ids), label: 'Select all', group },
    esc: () => selection.ids().length > 0 && selection.clear(),
    '#': { run: onSubject(remove), label: 'Delete', group },
    '.': {
      run: () => {
        const [row, id] = [document.activeElement, focused()]
        if (!row || !id) return false
        setOpened({ id, anchor: row })
      },
      label: 'Menu',
      group,
    },
  })
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
        <ul aria-label="Drafts" className="@container min-h-0 flex-1 overflow-y-auto pt-1 pb-16 max-md:pb-24">
          {drafts.map(draft => (
            <li
              key={draft.id}
              onContextMenu={event => {
                event.preventDefault()
                const { clientX, clientY } = event
                const anchor = { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) }
                setOpened({ id: draft.id, anchor })
              }}
            >
              <DraftRow
                draft={draft}
                selected={chosen.includes(draft.id)}
                onSelect={select}
                onOpen={() => openIssueForm({ draftId: draft.id })}
                onPublish={() => publish([draft.id])}
                onMenu={anchor => setOpened({ id: draft.id, anchor })}
              />
            </li>
          ))}
        </ul>
        {chosen.length > 0 && (
          <div className="pointer-events-none absolute inset-x-2 bottom-4 flex justify-center">
            <div
              role="toolbar"
              aria-label="Selected drafts"
              className="floats pointer-events-auto flex h-11 items-center gap-1 rounded-dialog pr-2 pl-4"
            >
              <span role="status" className="num font-medium">
                {chosen.length} selected
              </span>
              <IconButton icon="x" label="Clear selection" keys="esc" onClick={selection.clear} />
              <Button onClick={() => publish(chosen)} disabled={!known(chosen).every(isReady)}>
                Add to project
              </Button>
              <Button variant="danger" icon="trash-2" keys="#" onClick={() => remove(chosen)}>
                Delete
              </Button>
            </div>
          </div>
        )}
      </div>
      {opened && subjectOfMenu && (
        <Menu
          open
          onOpenChange={open => open || setOpened(null)}
          anchor={opened.anchor}
          entries={entriesOf(subjectOfMenu)}
          finalFocus={() => document.querySelector<HTMLElement>(`[data-draft="${opened.id}"] [data-title]`)}
        />
      )}
      {mayWrite && <FloatingAction label="New issue" run={() => openIssueForm()} />}
      {asking.length > 0 && (
        <Dialog
          open
          onOpenChange={open => open || setAsking([])}
          title={`Delete ${asking.length} drafts?`}
          text="You can undo this."
          initialFocus={confirm}
          actions={
            <>
              <Button onClick={() => setAsking([])}>Cancel</Button>
              <Button
                ref={confirm}
                variant="danger"
                icon="trash-2"
                onClick={() => {
                  deleteDrafts(known(asking))
                  selection.clear()
                  setAsking([])
                }}
              >
                Delete {asking.length} drafts
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

/** Has a title, and a project where its author may make issues. */
const isReady = (draft: Draft) => {
  const project = getRow('project', draft.project_id)
  return (
    draft.name.trim() !== '' &&
    project !== null &&
    may('issue.create', {}, { workspace: project.workspace, project: project.id })
  )
}
