import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Switch } from '../ui/controls/Switch.tsx'
import { TextArea, TextInput } from '../ui/controls/TextInput.tsx'
import { Icon, iconNames } from '../ui/icons.tsx'
import { Avatar, AvatarStack, type Person } from '../ui/marks/Avatar.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { Count, UnreadCount } from '../ui/marks/Count.tsx'
import { ListDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { Estimate } from '../ui/marks/Estimate.tsx'
import { Kbd } from '../ui/marks/Kbd.tsx'
import { Labels } from '../ui/marks/Label.tsx'
import { Presence } from '../ui/marks/Presence.tsx'
import { PriorityIcon } from '../ui/marks/PriorityIcon.tsx'
import { PercentRing, ProgressBar, ProgressRing } from '../ui/marks/Progress.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { BoardSkeleton, RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'
import { Toaster } from '../ui/popups/Toast.tsx'
import { TooltipHost } from '../ui/popups/TooltipHost.tsx'
import { AuthGallery, FloatGallery, IssueGallery } from './GalleryParts.tsx'
import { useGalleryRows } from './galleryRows.ts'

const themes = ['light', 'dark', 'light-contrast', 'dark-contrast'] as const
const people: Person[] = ['Freya Holm', 'Mei Tanabe', 'Jonah Pryce', 'Ravi Sandhu', 'Ines Cavaco'].map(
  display_name => ({
    id: display_name,
    display_name,
  }),
)
const labels = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'].map(name => ({
  id: name,
  name,
  color: `lb-${name}`,
}))
const layouts = [
  { id: 'list', label: 'List', icon: 'list', keys: '1' },
  { id: 'board', label: 'Board', icon: 'square-kanban', keys: '2' },
  { id: 'calendar', label: 'Calendar', icon: 'calendar', disabled: true },
] as const

const Shelf = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mb-6">
    <h3 className="mb-2 text-12 text-ink-3">{title}</h3>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </section>
)

const Marks = () => (
  <>
    <Shelf title="State, priority">
      {['backlog', 'unstarted', 'started', 'completed', 'cancelled'].map(group => (
        <StateIcon key={group} group={group} label={group} />
      ))}
      <StateIcon group="started" later label="review" />
      {(['urgent', 'high', 'medium', 'low', 'none'] as const).map(priority => (
        <PriorityIcon key={priority} priority={priority} />
      ))}
    </Shelf>
    <Shelf title="People, projects, labels, figures">
      <Avatar size={16} person={people[0]} />
      <Avatar person={people[1]} />
      <Avatar size={24} person={people[2]} />
      <Avatar />
      <AvatarStack people={people} />
      <Presence people={people} />
      {['blue', 'teal', 'orange', 'green'].map(name => (
        <ProjectTile key={name} project={{ id: name, name, logo: { icon: 'anchor', color: `lb-${name}` } }} />
      ))}
      <ProjectTile project={{ id: 'plain', name: 'Plain' }} size={24} />
      <Labels labels={labels} max={7} className="gap-3.5" />
      <Estimate value={5} />
      <Count value={72} />
      <UnreadCount value={3} label="unread" />
      <ProgressRing done={1} total={3} />
      <PercentRing label="Sending" percent={40} />
      <Kbd keys="mod+shift+d" />
      <Kbd keys="g i" />
    </Shelf>
    <Shelf title="Icons">
      {iconNames.map(name => (
        <Icon key={name} name={name} className="text-ink-2" />
      ))}
    </Shelf>
  </>
)

const Controls = () => {
  const [checked, setChecked] = useState(true)
  const [layout, setLayout] = useState<'list' | 'board' | 'calendar'>('list')
  return (
    <>
      <Shelf title="Buttons">
        <Button icon="list-filter">Quiet</Button>
        <Button icon="list-filter" on>
          Open
        </Button>
        <Button variant="neutral">Neutral</Button>
        <Button variant="primary" keys="c">
          Primary
        </Button>
        <Button variant="danger" icon="trash-2">
          Delete
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" busy>
          Saving
        </Button>
        <Button variant="neutral" size="large" keys="mod+v">
          Large
        </Button>
        <Button size="small" variant="neutral">
          Small
        </Button>
        <IconButton icon="star" label="Favourite" />
        <IconButton icon="star" label="Favourite, on" on />
        <IconButton icon="plus" size="strip" label="Add" />
        <IconButton icon="search" size="touch" label="Search" />
        <Segmented label="Layout" parts={layouts} value={layout} onChange={setLayout} />
        <Checkbox checked={checked} onChange={setChecked} label="Alone" />
        <Checkbox checked={!checked} mixed onChange={setChecked} label="Some" />
        <Checkbox checked={checked} onChange={setChecked} label="Words" size={16}>
          With words
        </Checkbox>
      </Shelf>
      <Shelf title="Fields">
        <div className="grid w-full max-w-180 grid-cols-2 gap-5 max-md:grid-cols-1">
          <Field label="E-mail" hint="Only for signing in.">
            <TextInput placeholder="you@example.org" type="email" />
          </Field>
          <Field label="Name" error="A name is needed.">
            <TextInput defaultValue="" />
          </Field>
          <Field label="Password">
            <Switch label="Sign-up without an invitation" checked onChange={() => {}} />
            <Switch label="Code by e-mail" checked={false} disabled onChange={() => {}} />
            <PasswordInput defaultValue="berth and tide" strength="strong" autoComplete="new-password" />
          </Field>
          <Field label="Description">
            <TextArea defaultValue="Two lines or more" />
          </Field>
        </div>
      </Shelf>
    </>
  )
}

const States = () => (
  <>
    <Shelf title="Banners, progress">
      <div className="flex w-full max-w-180 flex-col gap-2">
        <Banner>A plain fact.</Banner>
        <Banner tone="warn">Four days left.</Banner>
        <Banner tone="danger" action={<Button size="small">Retry</Button>}>
          Could not be saved.
        </Banner>
        <Banner tone="ok">The link works.</Banner>
        <ProgressBar label="Upload" value={30} total={100} figure="3 of 10 MB" />
      </div>
    </Shelf>
    <Shelf title="First visit">
      <div className="w-full">
        <RowsSkeleton rows={3} />
        <BoardSkeleton columns={3} />
      </div>
    </Shelf>
    <Shelf title="Empty">
      <div className="flex w-full pt-4">
        <EmptyState
          drawing={<ListDrawing />}
          title="Nothing to do yet"
          actions={
            <Button variant="primary" size="large" keys="c">
              New issue
            </Button>
          }
        >
          An issue is one piece of work: what it is, who does it, and where it stands.
        </EmptyState>
      </div>
    </Shelf>
  </>
)

/** Every part in every theme, for eyes and for the accessibility check. */
export const Gallery = () => {
  useGalleryRows()
  return (
    <>
      <main className="min-h-dvh bg-bg">
        <h1 className="px-6 pt-6 font-semibold text-20">Gallery</h1>
        {themes.map(theme => (
          <section key={theme} data-theme={theme} aria-label={theme} className="bg-bg px-6 py-6 text-ink">
            <h2 className="mb-4 font-semibold text-16">{theme}</h2>
            <Marks />
            <Controls />
            <IssueGallery theme={theme} />
            <FloatGallery />
            <States />
            <AuthGallery />
          </section>
        ))}
      </main>
      <Toaster />
      <TooltipHost />
    </>
  )
}
