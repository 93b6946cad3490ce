/** An issue's columns that somebody sets, and does not follow from others. */
export const VALUES = [
  ...(['name', 'priority', 'state_id', 'start_date', 'target_date', 'estimate_point', 'parent_id'] as const),
  ...(['cycle_id', 'delegate_id', 'label_ids', 'assignee_ids', 'module_ids'] as const),
] as const

/** Groups of states in which an issue is closed. */
export const CLOSED = ['completed', 'cancelled'] as const
