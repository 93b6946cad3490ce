import type { OwnColours } from '#contract/people/themes.ts'
import { variables } from '../../ui/colours.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { PriorityIcon } from '../../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { derive } from '../../ui/ownTheme/derive.ts'
import { tokensOf } from '../../ui/ownTheme/sheet.ts'
import { ratioWords, type Verdict, verdictsOf } from '../../ui/ownTheme/verdicts.ts'

const places: { label: string; icon: IconName; count?: number }[] = [
  { label: 'Home', icon: 'house' },
  { label: 'Inbox', icon: 'inbox', count: 3 },
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
        {places.map(({ label, icon, count }) => (
          <span key={label} className="flex h-7 items-center gap-2 px-2 text-ink-2">
            <Icon name={icon} className="text-ink-3" />
            <span className="flex-1">{label}</span>
            {count && (
              <span className="num grid size-4.5 place-items-center rounded-full bg-accent text-11 text-accent-ink">
                {count}
              </span>
            )}
          </span>
        ))}
        <span className="mt-2 flex h-7 items-center px-2 text-12 text-ink-3">Projects</span>
        <span className="flex h-7 items-center gap-2 rounded-control bg-press px-2 font-medium">
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
          <span className="font-normal text-12 text-ink-3">5</span>
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

const Sample = ({ sample, front, back }: Verdict) => (
  <span
    aria-hidden="true"
    className="flex h-6 items-center justify-center rounded-control font-medium text-12 shadow-[inset_0_0_0_1px_var(--line)]"
    style={{ color: front, background: back }}
  >
    {sample === 'text' ? (
      'Aa'
    ) : (
      <i
        className={`size-3.5 rounded-tag ${sample === 'ring' ? 'shadow-[inset_0_0_0_2px_currentColor]' : 'shadow-[inset_0_0_0_1.25px_currentColor]'}`}
      />
    )}
  </span>
)

/** How well what has to be told apart can be, with a sample of each, and what is shown instead where it could not. */
export const Contrasts = ({ colours }: { colours: OwnColours }) => (
  <ul aria-label="Contrast">
    {verdictsOf(colours, tokensOf).map(verdict => (
      <li
        key={verdict.words}
        className="num grid min-h-9 grid-cols-[minmax(0,1fr)_56px_52px_60px_232px] items-center gap-x-3 max-md:grid-cols-[minmax(0,1fr)_56px_56px] max-md:gap-y-1 max-md:py-1.5"
      >
        <span>{verdict.words}</span>
        <Sample {...verdict} />
        <span className="text-right">{ratioWords(verdict.ratio)}</span>
        <span className="whitespace-nowrap text-12 text-ink-3 max-md:col-start-3 max-md:row-start-2 max-md:text-right">
          needs {verdict.least}
        </span>
        {verdict.raisedFrom === null ? (
          <span className="flex items-center gap-1.5 text-12 text-ok max-md:col-span-2 max-md:col-start-1 max-md:row-start-2">
            <Icon name="check" size={14} />
            Readable
          </span>
        ) : (
          <span className="flex items-center gap-1.5 text-12 text-warn max-md:col-span-2 max-md:col-start-1 max-md:row-start-2">
            <Icon name="triangle-alert" size={14} />
            Yours has {ratioWords(verdict.raisedFrom)}. Shown as {verdict.front.toUpperCase()}
          </span>
        )}
      </li>
    ))}
  </ul>
)
