import type { ReactNode } from 'react'
import { Header, type HeaderProps } from '../../shell/Header.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useOthers } from '../here/useOthers.ts'
import type { Layout } from '../view/contexts.ts'
import { ViewControls, type ViewControlsProps } from '../view/ViewControls.tsx'

type ListHeaderProps = ViewControlsProps & {
  header: Pick<HeaderProps, 'project' | 'crumbs' | 'section' | 'siblings' | 'mark' | 'status' | 'count'>
  /** The layouts that are offered. */
  parts: NonNullable<HeaderProps<Layout>['layout']>['parts']
  tools: ReactNode
  onNew: (() => void) | null
}

/** The header of a list. How a locked view looks is not to be changed. */
export const ListHeader = ({ header, parts, tools, onNew, ...controls }: ListHeaderProps) => {
  const { context, view, onLayout, onAnalytics } = controls
  const locked = context.view?.locked === true
  const { scope } = context
  const people = useOthers(
    scope.in === 'cycle' ? 'cycle' : 'project',
    scope.in === 'cycle' ? scope.id : context.projectId,
  )
  return (
    <Header
      {...header}
      people={people}
      {...(locked ? {} : { layout: { parts, value: view.layout, onChange: onLayout } })}
      controls={
        <>
          {!locked && <ViewControls {...controls} />}
          {onAnalytics && (
            <IconButton
              icon="chart-no-axes-column"
              label="Analytics"
              onClick={onAnalytics}
              className={locked ? 'max-md:size-11' : 'max-md:hidden'}
            />
          )}
          {tools}
        </>
      }
      {...(onNew ? { primary: { label: 'New issue', keys: 'c', run: onNew } } : {})}
    />
  )
}
