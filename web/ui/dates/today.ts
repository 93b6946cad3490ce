/** The day that it is for the person here: their account's zone says so, the machine's until it is known. */
import { dayText } from './day-words.ts'

let read = () => dayText(new Date())
/** YYYY-MM-DD. */
export const todayText = (): string => read()
export const tellToday = (source: () => string) => {
  read = source
}
