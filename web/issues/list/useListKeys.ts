import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { useKeys } from '../../shell/keyboard.ts'
import type { Selection } from '../../shell/list/selection.ts'
import { mayChange, placeOf } from '../acts/issueActions.ts'
import { commonFields, copyKeys, copyLinks } from '../acts/issueMenu.ts'
import type { Question } from '../acts/RowQuestion.tsx'
import { type EditedField, editedFields, looks } from '../fields/fields.ts'
import type { NamedGroup } from '../view/groups.tsx'
import { type Stop, titleOf } from './drawnLines.ts'
import type { ListFocus } from './listFocus.ts'

type ListKeys = {
  groups: readonly NamedGroup[]
  focus: ListFocus
  shut: ReadonlySet<string>
  selection: Selection
  readOnly: boolean
  onEdit: (id: string, field: EditedField, anchor: Element) => void
  onPeek: (id: string) => void
  onOpen: (id: string) => void
  onMove: (stop: Stop, by: { group?: 1 | -1; place?: 1 | -1 }) => void
  onDelete: (ids: readonly string[]) => void
  onAsk: (question: Question) => void
  onMenu: (id: string, anchor: Element, focus: HTMLElement | null) => void
  /** The path of arrow keys: through groups side by side too, through lines alone, or the layout's own. */
  arrows: 'groups' | 'lines' | 'own'
}

type Focused = { id: string; node: HTMLElement }

/** The issue that has the focus: the title link inside a row or card. */
const focused = (): Focused | null => {
  const node = document.activeElement?.closest<HTMLElement>('[data-issue]')
  return node?.dataset.issue ? { id: node.dataset.issue, node } : null
}

const known = (ids: readonly string[] = []) => ids.flatMap(id => getRow('issue', id) ?? [])
/** Of the fields that not everyone may change who may change an issue. */
const patchOf: Partial<Record<EditedField, IssueChange>> = {
  cycle: { cycle_id: null },
  modules: { module_ids: [] },
}
const bulkButton = (name: string) => document.querySelector(`[data-bulk="${name}"]`)

/** To the line at the same place of the next group that is open; false where there is no line to go from. */
const goAcross = ({ groups, focus, shut }: ListKeys, here: Stop | undefined, by: 1 | -1) => {
  if (!here) return false
  const columns = groups
    .filter(group => !shut.has(group.key))
    .map(group => focus.stops().filter(stop => stop.group === group.key && stop.sub === here.sub))
  const column = columns.findIndex(stops => stops.includes(here))
  const place = columns[column]?.indexOf(here) ?? 0
  for (let next = column + by; columns[next]; next += by) {
    const stops = columns[next] ?? []
    const stop = stops[Math.min(place, stops.length - 1)]
    if (stop) return focus.go(stop)
  }
}

/** The acts of the keys, on the selection or else on the line with the focus. */
const actsOf = (list: ListKeys) => {
  const { focus, selection, readOnly } = list
  const ids = () => focus.stops().map(stop => stop.id)
  const stopHere = () => focus.stopAt(document.activeElement)
  const across = (by: 1 | -1) => goAcross(list, stopHere(), by)
  const withFocused = (run: (at: Focused) => void) => () => {
    const at = focused()
    if (!at) return false
    run(at)
  }
  const copied = (copy: typeof copyKeys) => () => {
    const issues = known(subject()?.ids)
    if (issues.length === 0) return false
    void copy(issues)
  }
  // The selection comes first; without one, the focused line.
  const subject = (): { ids: readonly string[]; id: string; node: HTMLElement | null } | null => {
    const at = focused()
    const ids = selection.ids()
    const [first] = ids
    if (!first) return at && { ids: [at.id], ...at }
    return at && selection.has(at.id) ? { ids, ...at } : { ids, id: first, node: null }
  }
  const edit = (field: EditedField) => () => {
    const on = readOnly ? null : subject()
    const issues = known(on?.ids)
    const isMine = (issue: Issue) => mayChange(issue, patchOf[field] ?? {})
    if (!on || !issues.some(isMine) || !commonFields(issues).includes(field)) return false
    const cell = on.node?.querySelector(`[data-field="${field}"]`) ?? on.node
    const anchor = cell ?? bulkButton(field) ?? bulkButton('more')
    if (anchor) list.onEdit(on.id, field, anchor)
  }
  const ask = (of: Question['of'], isMine: (issue: Issue) => boolean) => () => {
    const at = readOnly ? null : focused()
    const issue = getRow('issue', at?.id)
    // An issue that the server does not know yet cannot be asked about.
    if (!at || !issue?.revision || !isMine(issue)) return false
    list.onAsk({ issueId: at.id, of, anchor: at.node })
  }
  const move = (by: { group?: 1 | -1; place?: 1 | -1 }) => () => {
    const here = stopHere()
    if (!here) return false
    if (!readOnly) list.onMove(here, by)
  }
  const reach = (by: 1 | -1) => {
    const from = stopHere()
    if (from && !selection.has(from.id)) selection.reach(from.id, ids(), focus.stops().indexOf(from))
    const to = focus.step(by)
    if (to) selection.reach(to.id, ids(), focus.stops().indexOf(to))
  }
  return { ids, across, withFocused, copied, subject, edit, ask, move, reach }
}

/** Everything that the mouse can do in a list, by key. */
export const useListKeys = (list: ListKeys) => {
  const { focus, selection, readOnly, arrows } = list
  const { ids, across, withFocused, copied, subject, edit, ask, move, reach } = actsOf(list)
  useKeys({
    x: { run: withFocused(({ id }) => selection.toggle(id)), label: 'Select', group: 'Selection' },
    'mod+a': { run: () => selection.set([...new Set(ids())]), label: 'Select all', group: 'Selection' },
    esc: {
      run: () => selection.ids().length > 0 && selection.clear(),
      label: 'Clear selection',
      group: 'Selection',
    },
    ...(arrows === 'own'
      ? {}
      : {
          j: { run: () => void focus.step(1), label: 'Next issue', group: 'List' },
          k: { run: () => void focus.step(-1), label: 'Previous issue', group: 'List' },
          down: () => void focus.step(1),
          up: () => void focus.step(-1),
          'alt+up': { run: move({ place: -1 }), label: 'Move up', group: 'Issue' },
          'alt+down': { run: move({ place: 1 }), label: 'Move down', group: 'Issue' },
          'shift+down': { run: () => reach(1), label: 'Extend selection down', group: 'Selection' },
          'shift+up': { run: () => reach(-1), label: 'Extend selection up', group: 'Selection' },
        }),
    ...(arrows === 'groups'
      ? {
          left: () => across(-1),
          right: () => across(1),
          'alt+left': { run: move({ group: -1 }), label: 'Move to the previous group', group: 'Issue' },
          'alt+right': { run: move({ group: 1 }), label: 'Move to the next group', group: 'Issue' },
        }
      : {}),
    space: { run: withFocused(({ id }) => list.onPeek(id)), label: 'Peek', group: 'List' },
    enter: { run: withFocused(({ id }) => list.onOpen(id)), label: 'Open', group: 'List' },
    '.': {
      run: () => {
        const on = subject()
        const anchor = on?.node ?? bulkButton('more')
        if (!on || !anchor) return false
        list.onMenu(on.id, anchor, titleOf(on.node))
      },
      label: 'Menu',
      group: 'Issue',
    },
    'mod+.': {
      run: copied(copyKeys),
      label: 'Copy key',
      group: 'Issue',
    },
    'mod+shift+,': {
      run: copied(copyLinks),
      label: 'Copy link',
      group: 'Issue',
    },
    r: {
      run: ask('relation', issue => may('issue.arrange', issue, placeOf(issue))),
      label: 'Relation',
      group: 'Issue',
    },
    f2: { run: ask('title', issue => mayChange(issue, {})), label: 'Title', group: 'Issue' },
    '#': {
      run: () => {
        const on = readOnly ? null : subject()
        if (!on) return false
        list.onDelete(on.ids)
      },
      label: 'Delete',
      group: 'Issue',
    },
    ...Object.fromEntries(
      editedFields.map(field => [
        looks[field].keys,
        { run: edit(field), label: looks[field].label, group: 'Issue' },
      ]),
    ),
  })
}
