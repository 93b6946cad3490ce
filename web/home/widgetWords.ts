import type { WidgetKey } from '#contract/planning/home.ts'

/** What each widget holds, for people who choose among them. */
export const told: Record<WidgetKey, string> = {
  overview_stats: 'Assigned, overdue, created and completed, beside the greeting.',
  assigned_issues: 'Overdue, today, next, and issues to review.',
  created_issues: 'The most urgent open issues you created.',
  issues_by_state_groups: 'Your issues by progress.',
  issues_by_priority: 'Your open issues by urgency.',
  recent_activity: 'Your latest activity.',
  recent_projects: 'Your most recent visits.',
  recent_collaborators: 'Who has how much in progress.',
  done_per_week: 'Issues you completed in the last eight weeks.',
  quick_links: 'Links you want at hand.',
  private_note: 'Notes that only you can read.',
  mentions: 'Unread mentions of you.',
  waiting_requests: 'Requests waiting for your decision.',
}
