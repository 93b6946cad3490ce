/** The people of a sheet: a line each, with address and role, under headings or without. */
import { roles } from '../roles.ts'
import { type Member, objectionTo } from './addresses.ts'

export const MOST_ROWS = 2_000

export type Invited = { id: string; line: number; email: string; role: number; fault: string | null }

// A whole cell in quotes; else all up to the next mark, quotes and all.
const quoted = /"((?:[^"]|"")*)"(?=[,;\t]|$)/y
const bare = /[^,;\t]*/y

const cellsOf = (line: string): string[] => {
  const cells: string[] = []
  for (let at = 0; at <= line.length; at++) {
    quoted.lastIndex = at
    bare.lastIndex = at
    const found = quoted.exec(line) ?? bare.exec(line)
    cells.push((found?.[1]?.replaceAll('""', '"') ?? found?.[0] ?? '').trim())
    at += found?.[0].length ?? line.length
  }
  return cells
}

const HEADS = { email: /^e-?mail( address)?$/i, role: /^(role|account type)$/i }

const roleOf = (word: string, usual: number): number | null => {
  if (word === '') return usual
  const found = roles.find(({ id, name }) => id === word || name.toLowerCase() === word.toLowerCase())
  return found ? Number(found.id) : null
}

/** Every line with its faults; an address counts at its first place. */
export const invitedIn = (text: string, members: readonly Member[], usual: number): Invited[] => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ at: at + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some(Boolean))
  const heads = lines[0]?.cells ?? []
  const emailAt = heads.findIndex(head => HEADS.email.test(head))
  const hasHeads = emailAt >= 0
  const columns = hasHeads
    ? { email: emailAt, role: heads.findIndex(head => HEADS.role.test(head)) }
    : { email: 0, role: 1 }
  const known = new Map(members.map(one => [one.email, one]))
  const seen = new Map<string, number>()
  return lines.slice(hasHeads ? 1 : 0).map(({ at, cells }) => {
    const email = (cells[columns.email] ?? '').toLowerCase()
    const word = cells[columns.role] ?? ''
    const role = roleOf(word, usual)
    const member = known.get(email)
    const first = seen.get(email)
    seen.set(email, first ?? at)
    const fault =
      objectionTo(email, member ? [member] : []) ??
      (first !== undefined ? `This address is already in line ${first}.` : null) ??
      (role === null ? `“${word}” is not a role. Use Admin, Member or Guest.` : null)
    return { id: String(at), line: at, email, role: role ?? usual, fault }
  })
}

/** As many at once as one call takes. */
export const inTurns = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
