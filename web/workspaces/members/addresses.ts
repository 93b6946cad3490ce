/** Typed or pasted addresses of people to invite. */
const FORM = /^[^\s@"<>]{1,64}@[^\s@"<>.]+(\.[^\s@"<>.]+)+$/

/** The addresses of a text: a list, lines of a sheet, or as mail programs write them, with names. */
export const addressesIn = (text: string): string[] =>
  text
    .replace(/"[^"]*"/g, ' ')
    .split(/[\s,;<>]+/)
    .map(part => part.trim().toLowerCase())
    .filter(Boolean)
    // Words beside an address are a name.
    .filter((part, _, all) => part.includes('@') || !all.some(other => other.includes('@')))

export type Member = { name: string; email: string }

/** Why an address is left out; null where it is invited. */
export const objectionTo = (email: string, members: readonly Member[]): string | null => {
  if (!FORM.test(email) || email.length > 254) return `“${email}” is not an address.`
  const member = members.find(one => one.email === email)
  return member ? `${member.name} is already a member, so this address is left out.` : null
}
