import { fail, failEach } from '#contract/errors.ts'
import { type Estimate, MAX_POINTS, MAX_VALUE, MIN_POINTS } from '#contract/planning/estimates.ts'

type Point = { key: number; value: string }

const mistakeOf = (type: Estimate['type'], points: Point[], { key, value }: Point): string | null => {
  if (value.length > MAX_VALUE) return `Value can't be more than ${MAX_VALUE} characters`
  if (type === 'points' && !/^\d+(\.\d+)?$/.test(value)) return 'Value must be a number'
  if (points.filter(other => other.key === key).length > 1) return 'Two points have the same key'
  if (points.filter(other => other.value === value).length > 1) return 'Two points have the same value'
  return null
}

/** Two to six points of one estimate, each with a key and a value of its own. Of one that is meant, its mistake alone. */
export const judgePoints = (type: Estimate['type'], points: Point[], meant?: number): void => {
  if (points.length < MIN_POINTS || points.length > MAX_POINTS) fail('estimate.points')
  const mistakes = points.map(point => mistakeOf(type, points, point))
  if (meant !== undefined) {
    const own = mistakes[meant]
    if (own) fail('body.invalid', { non_field_errors: [own] })
  } else if (mistakes.some(mistake => mistake !== null))
    failEach(
      mistakes.map((mistake): Record<string, string[]> => (mistake ? { non_field_errors: [mistake] } : {})),
    )
}
