/** The states of a request at the intake, as the wire numbers them. */

export const PENDING = -2
export const DECLINED = -1
export const SNOOZED = 0
export const ACCEPTED = 1
export const DUPLICATE = 2
export const intakeStatuses = [PENDING, DECLINED, SNOOZED, ACCEPTED, DUPLICATE] as const
export type IntakeStatus = (typeof intakeStatuses)[number]
