/** The choices of analytics: on their screen in the address, so that a link shows the same; in a panel its own state. */
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isAmong } from '#contract/keys.ts'
import { filterNames } from '#contract/lists/issueFilters.ts'

export const sections = ['scope', 'custom', 'flow'] as const
export type Section = (typeof sections)[number]
export const sectionNames: Record<Section, string> = {
  scope: 'Open and created',
  custom: 'Custom',
  flow: 'Flow',
}

type Words = Readonly<Record<string, string>>
export type Terms = {
  words: Words
  /** Null removes a word. `step`: Back leads to the choice before. */
  change: (patch: Readonly<Record<string, string | null>>, step?: boolean) => void
}

const patched = (words: Words, patch: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...words, ...patch }).filter((one): one is [string, string] => Boolean(one[1])),
  )

export const useAddressTerms = (): Terms => {
  const [address, setAddress] = useSearchParams()
  const text = address.toString()
  const words = useMemo(() => Object.fromEntries(new URLSearchParams(text)), [text])
  return {
    words,
    change: (patch, step = false) => setAddress(patched(words, patch), { replace: !step }),
  }
}

export const useOwnTerms = (): Terms => {
  const [words, setWords] = useState<Words>({})
  return { words, change: patch => setWords(now => patched(now, patch)) }
}

/** The first is meant where no other is named. */
const SECTION = 'analytics_tab'
export const sectionOf = ({ words }: Terms): Section =>
  sections.find(one => one === words[SECTION]) ?? sections[0]
export const sectionWords = (section: Section): Record<string, string> =>
  section === sections[0] ? {} : { [SECTION]: section }
export const openSection = ({ change }: Terms, section: Section) =>
  change({ [SECTION]: null, ...sectionWords(section) }, true)

const isFilter = (name: string) => isAmong(filterNames, name)
export const filterWordsOf = (words: Words): Record<string, string> =>
  Object.fromEntries(Object.entries(words).filter(([name]) => isFilter(name)))
export const withoutFilters = (words: Words): Record<string, null> =>
  Object.fromEntries(Object.keys(filterWordsOf(words)).map(name => [name, null]))
