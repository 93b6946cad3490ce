import { useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { DaysDialog } from '../ui/dates/DaysDialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { ownSpan, type Span, spanIds, spanNames } from './spans.ts'

type SpanMenuProps = { span: Span; onChange: (range: string) => void }

/** Of which days the figures are. */
export const SpanMenu = ({ span, onChange }: SpanMenuProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu
        align="end"
        entries={[
          ...spanIds.map(id => ({
            id,
            label: spanNames[id],
            checked: id === span.id,
            run: () => onChange(id),
          })),
          { id: 'rule', rule: true },
          { id: 'own', label: 'Custom range…', icon: 'calendar', run: () => setOpen(true) },
        ]}
      >
        <Button
          size="small"
          variant="neutral"
          aria-label={`Days: ${span.name}`}
          className="max-md:order-first max-md:h-8"
        >
          {span.name}
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </Button>
      </Menu>
      {isOpen && (
        <DaysDialog
          title="Custom range"
          from={span.from}
          to={span.to}
          onChange={({ from, to }) => from && to && onChange(ownSpan(from, to))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
