/** Names as the compiler knows them: an object that is written out has no others. */

export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

/** Keys that are figures come as words. */
type Word<K> = K extends string ? K : K extends number ? `${K}` : never
type Entry<T> = { [K in keyof T]-?: [Word<K>, Exclude<T[K], undefined>] }[keyof T]
export const entriesOf = <T extends object>(of: T) => Object.entries(of) as Entry<T>[]

/** Is the word one of a closed list? */
export const isAmong = <T>(list: readonly T[], word: unknown): word is T => list.some(one => one === word)

/** The place of a word in a closed list; -1 where it is none of it. */
export const rankIn = (list: readonly unknown[], word: unknown): number => list.indexOf(word)
