import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WidgetKey } from '#contract/planning/home.ts'
import { useClock } from '../data/clock.ts'
import { useJoinedProjects } from '../data/me.ts'
import { useRow, useRows } from '../data/rows.ts'
import { useHere, useMay, viewer } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { FloatingAction, Header, HeaderButton } from '../shell/Header.tsx'
import { openIssueForm, openOverlay } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { dayNumber } from '../ui/dates/day-numbers.ts'
import { clockText } from '../ui/dates/day-words.ts'
import { dayWords } from '../ui/dates/shaped-day.ts'
import { ProjectDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { later } from '../ui/popups/later.tsx'
import { useFocusAfter } from '../ui/useFocusAfter.ts'
import { useMayCompose } from './compose.ts'
import { drawn } from './drawn.ts'
import { useHomeLayout, type Widget } from './homeLayout.ts'
import { MyDay } from './MyDay.tsx'
import { useOpenIssues, type Whole } from './personIssues.ts'
import { useMinute, zoneName } from './timeOfDay.ts'
import { Numbers } from './widgets/Numbers.tsx'

const Arrange = later(() => import('./Arrange.tsx').then(module => module.Arrange), 'soon')

/** Two of these beside each other make one line of the wide column. */
const isHalf = (key: WidgetKey) => key !== 'created_issues'

const Shown = ({ widgets, open }: { widgets: readonly Widget[]; open: Whole }) =>
  widgets.map(({ key }) => {
    const Part = drawn[key]
    return Part && <Part key={key} open={open} />
  })

const greetingAt = (hour: number) =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'

const Greeting = () => {
  const me = useRow('user', viewer()?.id)
  const { zone, today } = useClock()
  const now = useMinute()
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  )
  const name = me?.first_name || me?.display_name
  return (
    <div className="min-w-0 flex-1">
      <h2 className="cut font-semibold text-20 leading-7 tracking-[-.014em]">
        {greetingAt(hour)}
        {name && `, ${name}`}
      </h2>
      <p className="num text-ink-2">
        {dayWords(dayNumber(today), 'EEEE d MMMM')}, {clockText(now, zone)}{' '}
        {zone === 'UTC' ? zone : `in ${zoneName(zone)}`}
      </p>
    </div>
  )
}

/** The start: a person's day, their work in figures, and the things that they keep at hand. */
export const HomeScreen = () => {
  const me = viewer()?.id ?? ''
  const projects = useJoinedProjects()
  const open = useOpenIssues(me)
  const { on, of } = useHomeLayout()
  const [isArranging, setArranging] = useState(false)
  const mayCreate = useMayCompose()
  const compose = () => openIssueForm()
  const focusAfter = useFocusAfter()
  const endArranging = () => {
    setArranging(false)
    focusAfter('[data-arrange]')
  }
  if (isArranging) return <Arrange open={open} onDone={endArranging} />
  if (projects.length === 0)
    return (
      <>
        <Header section="Home" />
        <NoProject />
      </>
    )
  const main = on('main').filter(({ key }) => key in drawn)
  const halves = main.filter(({ key }) => isHalf(key))
  return (
    <>
      <Header
        section="Home"
        controls={
          <HeaderButton icon="sliders-horizontal" data-arrange onClick={() => setArranging(true)}>
            Arrange
          </HeaderButton>
        }
        {...(mayCreate ? { primary: { label: 'New issue', keys: 'c', run: compose } } : {})}
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg pb-16 max-md:pb-24" data-scroller>
        <div className="flex items-start gap-6 px-6 pt-3 pb-4 max-md:flex-col max-md:gap-3 max-md:px-4 max-md:pt-1">
          <Greeting />
          {of('overview_stats').is_visible && <Numbers open={open} className="max-md:gap-8" />}
        </div>
        <div className="grid gap-x-12 gap-y-6 px-6 lg:grid-cols-[minmax(0,696fr)_minmax(240px,400fr)] max-md:px-0">
          <div className="min-w-0">
            <div className="-mx-2 max-md:mx-0">
              <MyDay open={open} />
            </div>
            <div className="mt-4 flex flex-col gap-4 max-md:px-4">
              <Shown widgets={main.filter(({ key }) => !isHalf(key))} open={open} />
              {halves.length > 0 && (
                <div className="grid gap-x-12 gap-y-4 md:grid-cols-2">
                  <Shown widgets={halves} open={open} />
                </div>
              )}
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-md:px-4">
            <Shown widgets={on('side')} open={open} />
          </div>
        </div>
      </div>
      {mayCreate && <FloatingAction label="New issue" run={compose} />}
    </>
  )
}

/** Leads a new member to a project of their own, or to those that are there. */
const NoProject = () => {
  const { workspaceId, slug } = useHere()
  const go = useNavigate()
  const mayCreate = useMay()('project.create', {}, { workspace: workspaceId })
  const isThere = useRows('project').some(project => !project.archived_at)
  const browse = (
    <Button variant="primary" size="large" onClick={() => go(to('projects', { slug }))}>
      Browse projects
    </Button>
  )
  const create = (
    <Button
      variant={isThere ? 'neutral' : 'primary'}
      size="large"
      keys="p"
      onClick={() => openOverlay('project')}
    >
      New project
    </Button>
  )
  return (
    <EmptyState
      drawing={<ProjectDrawing />}
      title={isThere ? 'You have not joined a project yet' : 'No projects yet'}
      actions={
        <>
          {isThere && browse}
          {mayCreate && create}
        </>
      }
    >
      {isThere
        ? 'Issues and pages live in projects. Join one to get started.'
        : mayCreate
          ? 'A project brings together the issues, pages and people of one piece of work.'
          : 'Issues and pages live in projects. Ask an admin to add you to one.'}
    </EmptyState>
  )
}
