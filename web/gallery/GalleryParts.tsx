import { useState } from 'react'
import type { IssueParts } from '../issues/fields/rowProps.ts'
import { BoardColumn } from '../issues/list/BoardColumn.tsx'
import { GroupStrip } from '../issues/rows/GroupStrip.tsx'
import { IssueCard } from '../issues/rows/IssueCard.tsx'
import { IssueRow } from '../issues/rows/IssueRow.tsx'
import { IssueRowSmall } from '../issues/rows/IssueRowSmall.tsx'
import { Wordmark } from '../shell/AuthLayout.tsx'
import { OfflineBanner } from '../shell/OfflineBanner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { DatePicker } from '../ui/dates/DatePicker.tsx'
import { Icon } from '../ui/icons.tsx'
import { LogoButton } from '../ui/LogoButton.tsx'
import type { Logo } from '../ui/logo/logo.ts'
import { StateIcon } from '../ui/marks/StateIcon.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import { galleryIssue } from './galleryRows.ts'

const nothing = () => {}
const sample: IssueParts = {
  issue: galleryIssue,
  projectKey: 'BER',
  href: '#',
  onEdit: nothing,
  onSelect: nothing,
}

export const IssueGallery = ({ theme }: { theme: string }) => (
  <div className="mb-6">
    <div className="@container">
      <GroupStrip
        name={`In progress, ${theme}`}
        icon={<StateIcon group="started" />}
        count={5}
        points={22}
        onToggle={nothing}
        onAdd={nothing}
      />
      <IssueRow {...sample} active onExpand={nothing} />
      <IssueRow {...sample} selected joined={{ below: true }} />
      <IssueRow {...sample} selected joined={{ above: true }} />
      <IssueRow {...sample} peeked />
      <IssueRow {...sample} depth={1} last />
    </div>
    <div className="mt-3 flex flex-wrap items-start gap-4">
      <BoardColumn
        name={`In progress, ${theme}`}
        icon={<StateIcon group="started" />}
        count={2}
        points={6}
        onToggle={nothing}
        onAdd={nothing}
      >
        <IssueCard {...sample} />
        <IssueCard {...sample} selected />
      </BoardColumn>
      <div className="w-90">
        <IssueRowSmall {...sample} />
      </div>
    </div>
  </div>
)

const states = ['Backlog', 'Todo', 'In progress', 'Done'].map((name, at) => ({
  id: name,
  name,
  icon: <StateIcon group={['backlog', 'unstarted', 'started', 'completed'][at] ?? ''} />,
}))

export const FloatGallery = () => {
  const [state, setState] = useState(['Todo'])
  const [many, setMany] = useState<string[]>([])
  const [logo, setLogo] = useState<Logo | null>({ icon: 'Sailboat', color: 'lb-teal' })
  const [day, setDay] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <div className="mb-6 flex flex-wrap gap-2">
      <Picker
        label="State"
        hint="Change state…"
        keys="s"
        digits
        options={states}
        value={state}
        onPick={setState}
      >
        <Button variant="neutral">State: {state[0]}</Button>
      </Picker>
      <Picker label="Labels" multiple options={states} value={many} onPick={setMany} onCreate={nothing}>
        <Button variant="neutral">Labels: {many.length}</Button>
      </Picker>
      <LogoButton label="Icon" logo={logo} standIn={<Icon name="smile-plus" size={20} />} onPick={setLogo} />
      <DatePicker label="Due date" keys="d" value={day} onPick={setDay}>
        <Button variant="neutral">{day ?? 'Due date'}</Button>
      </DatePicker>
      <Menu
        entries={[
          { id: 'open', label: 'Open as page', icon: 'maximize-2', keys: 'enter' },
          { id: 'more', label: 'Copy', icon: 'copy', children: [{ id: 'key', label: 'Key' }] },
          { id: 'why', label: 'Archive', icon: 'archive', disabled: 'Only what is done can be archived' },
          { id: 'rule', rule: true },
          { id: 'delete', label: 'Delete', icon: 'trash-2', keys: '#', danger: true },
        ]}
      >
        <Button variant="neutral">Menu</Button>
      </Menu>
      <Tooltip label="A tooltip" keys="c">
        <Button variant="neutral">Tooltip</Button>
      </Tooltip>
      <Button variant="neutral" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <Button variant="neutral" onClick={() => toast.undo('2 issues deleted', nothing)}>
        Undo
      </Button>
      <Button
        variant="neutral"
        onClick={() => toast.failure('Not saved: the server is away', { retry: nothing })}
      >
        Failure
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Leave the project?"
        text="Its issues stay where they are."
        actions={
          <>
            <Button variant="neutral" onClick={() => setOpen(false)}>
              Stay
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Leave
            </Button>
          </>
        }
      />
    </div>
  )
}

export const AuthGallery = () => (
  <div className="flex flex-col gap-3">
    <Wordmark />
    <OfflineBanner waiting="Waiting to be sent: title of BER-12, text of Tides." onRetry={nothing} />
  </div>
)
