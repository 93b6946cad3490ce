/** The calls of the intake by their other names, which existing clients know them by. */
import { intakeRoutesAt, issueRoutesAt } from './intake.ts'

export const intakeIssueRoutes = issueRoutesAt('intake-issues')
export const intakeRoutes = intakeRoutesAt('intakes')
