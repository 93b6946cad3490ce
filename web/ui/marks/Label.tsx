import { classes } from '../classes.ts'
import { roleColour } from '../colours.ts'
import { Tooltip } from '../popups/Tooltip.tsx'

export type LabelLook = { id: string; name: string; color: string }

export const LabelDot = ({ color, className }: { color: string; className?: string }) => (
  <span
    aria-hidden="true"
    className={classes('size-2 flex-none rounded-full shadow-[inset_0_0_0_1px_var(--edge)]', className)}
    style={{ background: roleColour(color || 'lb-blue') }}
  />
)

export const Label = ({ label, className }: { label: LabelLook; className?: string }) => (
  <span
    className={classes(
      'inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap text-12 text-ink-2',
      className,
    )}
  >
    <LabelDot color={label.color} />
    <span className="cut">{label.name}</span>
  </span>
)

type LabelsProps = { labels: readonly LabelLook[]; max?: number; className?: string }

export const Labels = ({ labels, max = 2, className }: LabelsProps) => {
  const rest = labels.slice(max)
  return (
    <span className={classes('flex min-w-0', className)}>
      {labels.slice(0, max).map(label => (
        <Label key={label.id} label={label} />
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.map(label => label.name).join(', ')}>
          <span
            role="img"
            aria-label={rest.map(label => label.name).join(', ')}
            className="num text-12 text-ink-3"
          >
            +{rest.length}
          </span>
        </Tooltip>
      )}
    </span>
  )
}
