import { expect, test } from 'vitest'
import type { Filter, FilterField, FilterName } from '#contract/lists/issueFilters.ts'
import { type FilterLook, filterWords } from '../../web/issues/view/filterLooks.tsx'

const dateLook = (field: FilterField, name: string): FilterLook => ({
  field,
  name,
  icon: 'calendar',
  kind: 'date',
  options: [],
})
const due = dateLook('target_date', 'Due date')
const created = dateLook('created_at', 'Created')

test.each<[FilterName, FilterLook, string, string]>([
  ['target_date', due, '2_weeks;before;fromnow', 'Due within 2 weeks'],
  ['target_date', due, '1_days;before;ago', 'Due before today'],
  ['target_date__not', due, '2_weeks;before;fromnow', 'Due not within 2 weeks'],
  ['target_date', due, 'None', 'Due date is not set'],
  ['target_date', due, '2031-11-10;after', 'Due on or after 10 Nov 2031'],
  ['target_date', due, '2031-11-10;after,2031-11-12;before', 'Due between 10 Nov 2031 and 12 Nov 2031'],
  ['target_date', due, '2031-11-10;after,None', 'Due on or after 10 Nov 2031, or not set'],
  ['start_date', dateLook('start_date', 'Start date'), '1_weeks;after;fromnow', 'Starts in 1 week or later'],
  ['created_at', created, '1_weeks;after;ago', 'Created in the last 7 days'],
  ['created_at', created, '1_months;before;ago', 'Created more than 30 days ago'],
  [
    'created_at',
    created,
    '2031-11-10T11:00:00.000Z;after,None',
    'Created from 10 Nov 2031, 11:00, or not set',
  ],
])('the filter reads as a sentence: $3', (name, look, terms, sentence) => {
  const { field, operator, value } = filterWords(name, { terms } as unknown as Filter, look)
  expect(`${field} ${operator} ${value}`).toBe(sentence)
})
