import { getRow } from '../data/rows.ts'
import { may } from '../data/viewer.ts'
import { useKeys } from '../shell/keyboard.ts'
import type { Editing } from './FieldPicker.tsx'
import { type EditedField, fieldNames, fields, hasField } from './fields.ts'
import type { NamedGroup } from './groups.tsx'

type ListKeys = {
  groups: readonly NamedGroup[]
  shut: ReadonlySet<string>
  onEdit: (editing: Editing) => void
  onPeek: (id: string) => void
  onOpen: (id: string) => void
  onMove: (id: string, group: string, by: { group?: 1 | -1; place?: 1 | -1 }) => void
  onDelete: (id: string) => void
  /** What the arrows lead through: the groups beside each other as well, lines alone, or what the layout says. */
  arrows: 'groups' | 'lines' | 'own'
}

/** The issue that has the focus: the title link inside a row or card. */
const focused = (): { id: string; node: HTMLElement } | null => {
  const node = document.activeElement?.closest<HTMLElement>('[data-issue]')
  return node?.dataset.issue ? { id: node.dataset.issue, node } : null
}

const focusOn = (id: string) =>
  document.querySelector<HTMLElement>(`[data-issue="${id}"] [data-title]`)?.focus({ preventScroll: false })

/** Everything that the mouse can do in a list, by key. */
export const useListKeys = ({ groups, shut, onEdit, onPeek, onOpen, onMove, onDelete, arrows }: ListKeys) => {
  const open = groups.filter(group => !shut.has(group.key))
  const ids = open.flatMap(group => group.ids)
  const step = (by: number) => {
    const at = focused()
    const next = at ? ids[ids.indexOf(at.id) + by] : ids[0]
    if (next) focusOn(next)
  }
  const across = (by: 1 | -1) => {
    const at = focused()
    if (!at) return false
    const column = open.findIndex(group => group.ids.includes(at.id))
    const place = open[column]!.ids.indexOf(at.id)
    for (let next = column + by; open[next]; next += by) {
      const ids = open[next]!.ids
      if (ids.length > 0) return focusOn(ids[Math.min(place, ids.length - 1)]!)
    }
  }
  const withFocused = (run: (id: string, node: HTMLElement) => void) => () => {
    const at = focused()
    if (!at) return false
    run(at.id, at.node)
  }
  const edit = (field: EditedField) =>
    withFocused((issueId, node) => {
      const issue = getRow('issue', issueId)
      if (!issue || !hasField(getRow('project', issue.project_id), field)) return
      if (may('issue.update', issue, { workspace: issue.workspace_id, project: issue.project_id }))
        onEdit({ issueId, field, anchor: node.querySelector(`[data-field="${field}"]`) ?? node })
    })
  const groupOf = (id: string) => open.find(group => group.ids.includes(id))?.key ?? ''
  const move = (by: { group?: 1 | -1; place?: 1 | -1 }) => withFocused(id => onMove(id, groupOf(id), by))
  useKeys({
    ...(arrows === 'own'
      ? {}
      : {
          j: { run: () => step(1), label: 'Next issue', group: 'List' },
          k: { run: () => step(-1), label: 'Previous issue', group: 'List' },
          down: () => step(1),
          up: () => step(-1),
          'alt+up': { run: move({ place: -1 }), label: 'Move up', group: 'Issue' },
          'alt+down': { run: move({ place: 1 }), label: 'Move down', group: 'Issue' },
        }),
    ...(arrows === 'groups'
      ? {
          left: () => across(-1),
          right: () => across(1),
          'alt+left': { run: move({ group: -1 }), label: 'Move to the group before', group: 'Issue' },
          'alt+right': { run: move({ group: 1 }), label: 'Move to the next group', group: 'Issue' },
        }
      : {}),
    space: { run: withFocused(onPeek), label: 'Peek', group: 'List' },
    enter: { run: withFocused(onOpen), label: 'Open', group: 'List' },
    '#': { run: withFocused(onDelete), label: 'Delete', group: 'Issue' },
    ...Object.fromEntries(
      fieldNames.map(field => [
        fields[field].keys,
        { run: edit(field), label: fields[field].label, group: 'Issue' },
      ]),
    ),
  })
}
