/** Apart from the arithmetic of days, which the first screen needs without the weight of the library. */
import { format } from 'date-fns'
import { dayName } from './day-numbers.ts'
import { dayOf } from './day-words.ts'

/** As date-fns writes it: "d MMM", "EEEE d MMMM yyyy". */
export const dayWords = (n: number, shape: string) => format(dayOf(dayName(n)) ?? new Date(0), shape)
