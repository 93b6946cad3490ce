const { compare } = new Intl.Collator(undefined, { numeric: true })

/** By name, with numbers in their order; one collator for all, as each comparison would make its own. */
export const byName = (a: { name: string }, b: { name: string }): number => compare(a.name, b.name)
