import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { IconName } from '../../ui/icons.tsx'

export type BulkAction = {
  id: string
  label: string
  icon: IconName
  keys?: string
  run: (anchor: HTMLElement) => void
}

type BulkBarProps = {
  count: number
  actions: readonly BulkAction[]
  onClear: () => void
  onDelete?: () => void
}

const Rule = () => <span aria-hidden="true" className="mx-1.5 h-4 w-px flex-none bg-line" />

export const BulkBar = ({ count, actions, onClear, onDelete }: BulkBarProps) => (
  <div
    role="toolbar"
    aria-label={`${count} selected`}
    className="toast-enter absolute inset-x-4 bottom-4 z-20 mx-auto flex h-11 w-fit max-w-[calc(100%-32px)] items-center gap-0.5 overflow-x-auto rounded-dialog bg-float pr-2 pl-1.5 shadow-float"
  >
    <span className="flex flex-none items-center gap-1 pr-1 pl-2.5">
      <span className="num whitespace-nowrap font-medium">{count} selected</span>
      <IconButton icon="x" size="strip" label="Clear the selection" keys="esc" onClick={onClear} />
    </span>
    <Rule />
    {actions.map(action => (
      <Button
        key={action.id}
        icon={action.icon}
        keys={action.keys}
        onClick={event => action.run(event.currentTarget)}
      >
        {action.label}
      </Button>
    ))}
    {onDelete && (
      <>
        <Rule />
        <Button variant="danger" icon="trash-2" keys="#" onClick={onDelete}>
          Delete
        </Button>
      </>
    )}
  </div>
)
