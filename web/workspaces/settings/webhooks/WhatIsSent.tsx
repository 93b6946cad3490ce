import type { WebhookFormat } from '#contract/workspace/webhooks.ts'
import { ProjectsField } from '../ProjectsField.tsx'
import { EventsField } from './EventsField.tsx'
import { FiltersField } from './FiltersField.tsx'
import type { WebhookFields } from './useWebhookForm.ts'

type WhatIsSentProps = {
  form: WebhookFields
  format: WebhookFormat
  /** The filters at first. */
  filters: string
}

/** The part of a webhook's form that says what is sent: events, projects and issues. */
export const WhatIsSent = ({ form, format, filters }: WhatIsSentProps) => (
  <>
    <EventsField value={form.values.events} onChange={events => form.set({ events })} />
    <div>
      <p className="mb-1.5 font-medium">Projects</p>
      <ProjectsField value={form.values.project_ids} onChange={project_ids => form.set({ project_ids })} />
      <p className="mt-1.5 text-12 text-ink-3">
        None chosen means all{format === 'json' ? ' that you are in' : ' that every member may see'}.
      </p>
    </div>
    {form.hasIssues && (
      <div>
        <p className="mb-1.5 font-medium">Issues</p>
        <FiltersField begin={filters} onChange={next => form.set({ filters: next })} />
      </div>
    )}
    {form.general && (
      <p role="alert" className="text-12 text-danger">
        {form.general}
      </p>
    )}
  </>
)
