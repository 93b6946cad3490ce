import { type ReactNode, useState } from 'react'
import type { FilterField } from '#contract/lists/issueFilters.ts'
import { useClock, useFirstWeekday } from '../data/clock.ts'
import { useJoinedProjects } from '../data/me.ts'
import { Filters } from '../issues/view/Filters.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { CsvControl } from './CsvControl.tsx'
import { CustomSection } from './custom/CustomSection.tsx'
import { followed } from './custom/choice.ts'
import { SaveChart, SavedCharts, useKeptChart } from './custom/SavedCharts.tsx'
import { FlowSection } from './flow/FlowSection.tsx'
import { useFreshness } from './freshness.ts'
import { Refreshed } from './Refreshed.tsx'
import { SpanMenu } from './SpanMenu.tsx'
import { ScopeSection } from './scope/ScopeSection.tsx'
import { type AnalyticsScope, scopeWords, useMeant } from './scopes.ts'
import { readSpan } from './spans.ts'
import { NoProjects } from './states.tsx'
import { openSection, sectionNames, sectionOf, sections, type Terms, withoutFilters } from './terms.ts'

type AnalyticsProps = {
  scope: AnalyticsScope
  terms: Terms
  /** The head: the choice of sections, and the controls of the shown one. */
  head: (parts: { sections: ReactNode; controls: ReactNode }) => ReactNode
}

/** Analytics of issues: created and done, custom charts, and the flow of work. */
export const Analytics = ({ scope, terms: given, head }: AnalyticsProps) => {
  const section = sectionOf(given)
  const projects = useJoinedProjects()
  // Charts are kept for the workspace, and found there; those of a part of it, too.
  const keeps = section === 'custom' && scope.in === 'workspace'
  const found = useKeptChart(given)
  const kept = keeps ? found : null
  const terms = followed(given, kept)
  const meant = useMeant(scope, terms)
  const fresh = useFreshness()
  const { today } = useClock()
  const firstWeekday = useFirstWeekday()
  const [filtering, setFiltering] = useState<FilterField | boolean>(false)
  const span = readSpan(
    terms.words.range,
    section === 'flow' ? 'last_14_weeks' : 'this_year',
    today,
    firstWeekday,
  )
  useKeys({ f: { run: () => setFiltering(true), label: 'Filter', group: 'List' } })
  const choice = (
    <Segmented
      label="Section"
      parts={sections.map(id => ({ id, label: sectionNames[id] }))}
      value={section}
      onChange={next => openSection(given, next)}
      className="text-12"
    />
  )
  const clear = () => terms.change(withoutFilters(terms.words))
  const shared = { meant, fresh, onClear: clear }
  if (projects.length === 0)
    return (
      <>
        {head({ sections: null, controls: null })}
        <NoProjects />
      </>
    )
  return (
    <>
      {head({
        sections: choice,
        controls: (
          <>
            {keeps && <SavedCharts address={given} {...{ terms, kept }} />}
            <Refreshed fresh={fresh} />
            <CsvControl {...{ section, meant, span, terms }} />
          </>
        ),
      })}
      <div className="flex flex-none px-4 pb-1 md:hidden [&>*]:flex-1 [&_button]:h-9 [&_button]:flex-auto [&_button]:whitespace-nowrap">
        {choice}
      </div>
      <Filters
        context={meant.context}
        query={meant.query}
        change={patch =>
          terms.change(
            Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? null])),
          )
        }
        open={filtering}
        onOpenChange={setFiltering}
        end={
          section === 'custom' ? (
            <SaveChart address={given} {...{ terms, kept }} within={scopeWords(scope)} />
          ) : (
            <SpanMenu span={span} onChange={range => terms.change({ range })} />
          )
        }
      />
      <div
        className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-bg px-6 pb-16 max-md:px-4"
        data-scroller
      >
        {section === 'scope' && <ScopeSection {...shared} span={span} />}
        {section === 'custom' && <CustomSection {...shared} terms={terms} />}
        {section === 'flow' && <FlowSection {...shared} span={span} />}
      </div>
    </>
  )
}
