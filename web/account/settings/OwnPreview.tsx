import type { OwnColours } from '#contract/people/themes.ts'
import { variables } from '../../ui/colours.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { PriorityIcon } from '../../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { derive, pairsOf, ratioWords } from '../../ui/ownTheme/derive.ts'
import { tokensOf } from '../../ui/ownTheme/sheet.ts'

const places: { label: string; icon: IconName }[] = [
  { label: 'Home', icon: 'house' },
  { label: 'Inbox', icon: 'inbox' },
  { label: 'Your work', icon: 'circle-user' },
]
const issues = [
  { priority: 'urgent', id: 'BER-214', name: 'Tide window ignores the clock change', group: 'started' },
  { priority: 'high', id: 'BER-219', name: 'Drag a booking to another berth', group: 'started' },
  { priority: 'medium', id: 'BER-222', name: 'Price preview before the card', group: 'unstarted' },
  { priority: 'low', id: 'BER-186', name: 'Close online booking above force 8', group: 'completed' },
] as const

/** A window in the colours as they are being chosen, built of the product's own parts. */
export const OwnPreview = ({ colours }: { colours: OwnColours }) => {
  const { base, main, sidebar } = derive(colours, tokensOf)
  return (
    <div
      role="img"
      aria-label="How it will look"
      data-theme={base}
      className="grid h-59 grid-cols-[148px_minmax(0,1fr)] overflow-hidden rounded-card bg-bg text-ink shadow-[inset_0_0_0_1px_var(--line)]"
      style={variables(main)}
    >
      <div className="bg-sunken p-2 text-ink" style={variables(sidebar)}>
        <b className="flex h-8 items-center px-2">Lantern Quay</b>
        {places.map(({ label, icon }) => (
          <span key={label} className="flex h-7 items-center gap-2 px-2 text-ink-2">
            <Icon name={icon} className="text-ink-3" />
            {label}
          </span>
        ))}
        <span className="mt-2 flex h-7 items-center gap-2 rounded-control bg-press px-2 font-medium">
          <Icon name="anchor" />
          <span className="cut">Berth Booking</span>
        </span>
      </div>
      <div className="p-2">
        <div className="flex h-8 items-center gap-2 px-2">
          <b>Issues</b>
          <span className="text-12 text-ink-3">72</span>
          <span className="ml-auto rounded-control bg-accent px-2.5 py-1 text-accent-ink">New issue</span>
        </div>
        <div className="mt-2 flex h-8 items-center gap-2 rounded-control bg-sunken px-2 font-medium">
          <StateIcon group="started" size={14} />
          In Progress
        </div>
        {issues.map(({ priority, id, name, group }) => (
          <div key={id} className="flex h-9 items-center gap-2 px-2">
            <PriorityIcon priority={priority} />
            <span className="num flex-none text-12 text-ink-3">{id}</span>
            <StateIcon group={group} size={14} />
            <span className="cut">{name}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** How well what has to be told apart can be, with a sample of each. */
export const Contrasts = ({ colours }: { colours: OwnColours }) => (
  <ul aria-label="Contrast">
    {pairsOf(colours).map(({ words, of: [front, back], ratio, least }) => (
      <li
        key={words}
        className="num grid min-h-9 grid-cols-[minmax(0,1fr)_56px_56px_72px_104px] items-center gap-x-4 max-md:grid-cols-[minmax(0,1fr)_56px_56px] max-md:gap-y-1 max-md:py-1.5"
      >
        <span>{words}</span>
        <span
          aria-hidden="true"
          className="flex h-6 items-center justify-center rounded-control font-medium text-12 shadow-[inset_0_0_0_1px_var(--line)]"
          style={{ color: colours[front], background: colours[back] }}
        >
          Aa
        </span>
        <span className="text-right">{ratioWords(ratio)}</span>
        <span className="text-12 text-ink-3 max-md:col-start-1">needs {least}</span>
        <span
          className={`flex items-center gap-1.5 text-12 max-md:col-span-2 ${ratio < least ? 'text-danger' : 'text-ok'}`}
        >
          <Icon name={ratio < least ? 'triangle-alert' : 'check'} size={14} />
          {ratio < least ? 'Too close' : 'Readable'}
        </span>
      </li>
    ))}
  </ul>
)
