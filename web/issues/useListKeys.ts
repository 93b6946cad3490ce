import { getRow } from '../data/rows.ts'
import { useKeys } from '../shell/keyboard.ts'
import { type EditedField, fieldNames, fields } from './fields.ts'
import type { NamedGroup } from './groups.tsx'
import { commonFields, copyKeys, copyLinks } from './issueMenu.ts'
import type { Selection } from './selection.ts'

type ListKeys = {
  groups: readonly NamedGroup[]
  /** The issues in the order in which they stand. */
  lines: readonly string[]
  shut: ReadonlySet<string>
  selection: Selection
  readOnly: boolean
  onEdit: (id: string, field: EditedField, anchor: Element) => void
  onPeek: (id: string) => void
  onOpen: (id: string) => void
  onMove: (id: string, group: string, by: { group?: 1 | -1; place?: 1 | -1 }) => void
  onDelete: (ids: readonly string[]) => void
  onMenu: (id: string, anchor: Element, focus: HTMLElement | null) => void
  /** What the arrows lead through: the groups beside each other as well, lines alone, or what the layout says. */
  arrows: 'groups' | 'lines' | 'own'
}

type Focused = { id: string; node: HTMLElement }

/** The issue that has the focus: the title link inside a row or card. */
const focused = (): Focused | null => {
  const node = document.activeElement?.closest<HTMLElement>('[data-issue]')
  return node?.dataset.issue ? { id: node.dataset.issue, node } : null
}

const known = (ids: readonly string[] = []) => ids.flatMap(id => getRow('issue', id) ?? [])
const titleOf = (node: Element | null) => node?.querySelector<HTMLElement>('[data-title]') ?? null
const focusOn = (id: string) =>
  titleOf(document.querySelector(`[data-issue="${id}"]`))?.focus({ preventScroll: false })
const bulkButton = (name: string) => document.querySelector(`[data-bulk="${name}"]`)

/** Everything that the mouse can do in a list, by key. */
export const useListKeys = (list: ListKeys) => {
  const { groups, lines, shut, selection, readOnly, arrows } = list
  const open = groups.filter(group => !shut.has(group.key))
  const step = (by: number) => {
    const at = focused()
    const next = at ? lines[lines.indexOf(at.id) + by] : lines[0]
    if (next) focusOn(next)
    return next
  }
  const across = (by: 1 | -1) => {
    const at = focused()
    if (!at) return false
    const column = open.findIndex(group => group.ids.includes(at.id))
    const place = open[column]?.ids.indexOf(at.id) ?? 0
    for (let next = column + by; open[next]; next += by) {
      const ids = open[next]?.ids ?? []
      const id = ids[Math.min(place, ids.length - 1)]
      if (id) return focusOn(id)
    }
  }
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
  // What is selected comes first; without any it is the one with the focus.
  const subject = (): { ids: readonly string[]; id: string; node: HTMLElement | null } | null => {
    const at = focused()
    const ids = selection.ids()
    const [first] = ids
    if (!first) return at && { ids: [at.id], ...at }
    return at && selection.has(at.id) ? { ids, ...at } : { ids, id: first, node: null }
  }
  const edit = (field: EditedField) => () => {
    const on = readOnly ? null : subject()
    if (!on || !commonFields(known(on.ids)).includes(field)) return false
    const cell = on.node?.querySelector(`[data-field="${field}"]`) ?? on.node
    const anchor = cell ?? bulkButton(field) ?? bulkButton('more')
    if (anchor) list.onEdit(on.id, field, anchor)
  }
  const groupOf = (id: string) => open.find(group => group.ids.includes(id))?.key ?? ''
  const move = (by: { group?: 1 | -1; place?: 1 | -1 }) =>
    withFocused(({ id }) => readOnly || list.onMove(id, groupOf(id), by))
  const reach = (by: 1 | -1) => {
    const from = focused()?.id
    if (from && !selection.has(from)) selection.reach(from, lines)
    const to = step(by)
    if (to) selection.reach(to, lines)
  }
  useKeys({
    ...(arrows === 'own'
      ? {}
      : {
          j: { run: () => void step(1), label: 'Next issue', group: 'List' },
          k: { run: () => void step(-1), label: 'Previous issue', group: 'List' },
          down: () => void step(1),
          up: () => void step(-1),
          'alt+up': { run: move({ place: -1 }), label: 'Move up', group: 'Issue' },
          'alt+down': { run: move({ place: 1 }), label: 'Move down', group: 'Issue' },
          x: { run: withFocused(({ id }) => selection.toggle(id)), label: 'Select', group: 'Selection' },
          'shift+down': { run: () => reach(1), label: 'Select the next as well', group: 'Selection' },
          'shift+up': { run: () => reach(-1), label: 'Select the one before as well', group: 'Selection' },
          'mod+a': { run: () => selection.set(lines), label: 'Select all', group: 'Selection' },
          esc: {
            run: () => selection.ids().length > 0 && selection.clear(),
            label: 'Clear the selection',
            group: 'Selection',
          },
        }),
    ...(arrows === 'groups'
      ? {
          left: () => across(-1),
          right: () => across(1),
          'alt+left': { run: move({ group: -1 }), label: 'Move to the group before', group: 'Issue' },
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
      fieldNames.map(field => [
        fields[field].keys,
        { run: edit(field), label: fields[field].label, group: 'Issue' },
      ]),
    ),
  })
}
