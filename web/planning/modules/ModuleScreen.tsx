import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Module } from '#contract/planning/modules.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { IssueList } from '../../issues/list/IssueList.tsx'
import { moduleContext } from '../../issues/view/contexts.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { useTitle } from '../../places/title.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { later } from '../../ui/popups/later.tsx'
import { featuresOf } from '../features.ts'
import { PastDay } from '../PastDay.tsx'
import { PlanTools } from '../PlanTools.tsx'
import { usePanel } from '../usePanel.ts'
import { ModulePanel } from './ModulePanel.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { moduleAddress } from './moduleMenu.ts'
import { mayFillModule, modulesIn, statusOrder } from './moduleRows.ts'

const AddExisting = later(() => import('../AddExisting.tsx').then(module => module.AddExisting), 'soon')

/** The issues of one module, and beside them what it is. */
export const ModuleScreen = () => {
  const { projectId = '', moduleId, slug = '' } = useParams()
  const module = useRow('module', moduleId)
  useTitle(module?.name ?? 'Modules')
  if (!module || module.project_id !== projectId)
    return (
      <NotFound
        title="Module not found"
        text="There is no module at this address, or it has been deleted."
        back={{ label: 'All modules', href: to('modules', { slug, projectId }) }}
      />
    )
  return <Standing key={module.id} module={module} />
}

const useSiblings = (module: Module) => {
  const go = useNavigate()
  const rank = (one: Module) => statusOrder.indexOf(one.status)
  return {
    label: 'Other modules',
    entries: useMade(modulesIn, module.project_id)
      .filter(one => !one.archived_at || one.id === module.id)
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
      .map(one => ({
        id: one.id,
        label: one.name,
        checked: one.id === module.id,
        icon: <ModuleStatusIcon status={one.status} />,
        run: () => void go(moduleAddress(one)),
      })),
  }
}

const Standing = ({ module }: { module: Module }) => {
  const project = useRow('project', module.project_id)
  const panel = usePanel('module')
  const [isAdding, setAdding] = useState(false)
  const siblings = useSiblings(module)
  const { project: tile, crumbs } = useHeading()
  useMay()
  if (!project) return null
  const isArchived = module.archived_at !== null
  const context = {
    ...moduleContext(module.project_id, featuresOf(project), module.id),
    readOnly: isArchived,
  }
  const mayFill = mayFillModule(module)
  return (
    <>
      <IssueList
        context={context}
        header={{ project: tile, crumbs, section: module.name, siblings }}
        tools={<PlanTools onAdd={mayFill ? () => setAdding(true) : null} panel={panel} />}
        tabs={
          isArchived && (
            <div className="px-2 pb-1.5">
              <Banner>This module is archived. You can read its issues here; open one to change it.</Banner>
            </div>
          )
        }
        notice={<PastDay />}
        empty={
          mayFill
            ? { title: 'This module is empty', text: 'Create an issue here, or add existing ones.' }
            : { title: 'This module is empty', text: 'There are no issues in this module.' }
        }
        onAddExisting={mayFill ? () => setAdding(true) : undefined}
        aside={panel.isOpen && <ModulePanel module={module} context={context} onClose={panel.toggle} />}
      />
      {isAdding && <AddExisting target={{ kind: 'module', row: module }} onClose={() => setAdding(false)} />}
    </>
  )
}
