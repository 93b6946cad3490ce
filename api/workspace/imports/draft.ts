/** An issue of another tool in words that all sources share; what it becomes here is decided by the person's choices. */
import { keysOf } from '#contract/keys.ts'

/** A text as its source has it; `wiki` is the markup of Jira. */
export type SourceText = { markdown: string } | { html: string } | { wiki: string }

/** By `key`, a person of the source: their address in lower case where it is known, otherwise their name. */
export type SourcePerson = { key: string; name: string; address: string | null }

export type SourceComment = {
  key: string
  author: SourcePerson | null
  at: string | null
  text: SourceText
}

/** A value that could not be read: the rest of its issue is taken. */
export type Unread = { said: string; words: string; effect: string }

export type Draft = {
  /** Its key in the source; empty where the source gives none. */
  key: string
  /** Other names by which the source refers to it: a number, an id, an address. */
  otherKeys: string[]
  project: string
  projectKey: string
  name: string
  text: SourceText | null
  state: string
  /** The group that the source files the state under, where it says so. */
  group: string
  priority: string
  labels: string[]
  /** Of labels by their names, as `#rrggbb`, where the source gives them. */
  colours?: Record<string, string>
  assignees: SourcePerson[]
  author: SourcePerson | null
  estimate: string
  /** Days. */
  start: string | null
  target: string | null
  /** Moments. */
  created: string | null
  updated: string | null
  completed: string | null
  archived: string | null
  parent: string
  relations: { type: 'blocked_by' | 'blocking' | 'relates_to' | 'duplicate'; key: string }[]
  cycle: { name: string; start: string | null; end: string | null } | null
  modules: string[]
  links: { url: string; title: string }[]
  /** `key`: its id there, otherwise its address; `isUnlinked`: its address is in a text already, or opens by the key alone. */
  files: { url: string; name: string; size: number | null; key?: string; isUnlinked?: boolean }[]
  comments: SourceComment[]
  /** Kept as lines of the text. */
  lines: { name: string; value: string }[]
  unread: Unread[]
}

export const emptyDraft = (): Draft => ({
  key: '',
  otherKeys: [],
  project: '',
  projectKey: '',
  name: '',
  text: null,
  state: '',
  group: '',
  priority: '',
  labels: [],
  assignees: [],
  author: null,
  estimate: '',
  start: null,
  target: null,
  created: null,
  updated: null,
  completed: null,
  archived: null,
  parent: '',
  relations: [],
  cycle: null,
  modules: [],
  links: [],
  files: [],
  comments: [],
  lines: [],
  unread: [],
})

/** One record as it was read. `cursor`: where a service goes on after it; a file is read again from its beginning. */
export type Staged = { line: number; cells: unknown; fault?: string; cursor?: string }

/** More of one issue than anybody gives it: the first of them are taken. */
export const MOST = {
  otherKeys: 20,
  labels: 100,
  assignees: 50,
  modules: 50,
  relations: 200,
  links: 100,
  files: 200,
  comments: 2_000,
  lines: 300,
} as const

const MOST_NAME = 255

/** A name that is longer than ours may be, cut between two signs. */
export const cutName = (name: string): string =>
  name.length > MOST_NAME
    ? `${name
        .slice(0, MOST_NAME - 3)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
    : name

/** The draft with so many parts of each kind as an issue may have, and names as long as ours; what is left out is said. */
export const bounded = (draft: Draft): Draft => {
  for (const name of keysOf(MOST)) {
    const most = MOST[name]
    if (draft[name].length <= most) continue
    const words = name === 'otherKeys' ? 'keys' : name
    draft.unread.push({ said: `More than ${most} ${words}`, words: '', effect: 'Only the first' })
    draft[name].length = most
  }
  // As they are looked up: what is made of them bears the name that is cut.
  draft.state = cutName(draft.state)
  draft.labels = draft.labels.map(cutName)
  draft.modules = draft.modules.map(cutName)
  if (draft.cycle) draft.cycle.name = cutName(draft.cycle.name)
  return draft
}
