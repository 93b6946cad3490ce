/** The languages that code is coloured in. Each comes with its own weight, when a text first shows it. */
import type { LanguageFn } from 'highlight.js'

type Language = {
  /** As it is stored, and as the highlighter calls it. */
  id: string
  name: string
  /** Further names to find it by. */
  words?: string
  load: () => Promise<{ default: LanguageFn }>
}

export const codeLanguages: readonly Language[] = [
  { id: 'bash', name: 'Bash', words: 'sh zsh shell', load: () => import('highlight.js/lib/languages/bash') },
  { id: 'c', name: 'C', words: 'h', load: () => import('highlight.js/lib/languages/c') },
  { id: 'cpp', name: 'C++', words: 'c++ cc hpp', load: () => import('highlight.js/lib/languages/cpp') },
  { id: 'csharp', name: 'C#', words: 'c# cs', load: () => import('highlight.js/lib/languages/csharp') },
  { id: 'css', name: 'CSS', load: () => import('highlight.js/lib/languages/css') },
  { id: 'dart', name: 'Dart', load: () => import('highlight.js/lib/languages/dart') },
  { id: 'diff', name: 'Diff', words: 'patch', load: () => import('highlight.js/lib/languages/diff') },
  {
    id: 'dockerfile',
    name: 'Dockerfile',
    words: 'docker',
    load: () => import('highlight.js/lib/languages/dockerfile'),
  },
  { id: 'elixir', name: 'Elixir', words: 'ex exs', load: () => import('highlight.js/lib/languages/elixir') },
  { id: 'go', name: 'Go', words: 'golang', load: () => import('highlight.js/lib/languages/go') },
  { id: 'graphql', name: 'GraphQL', words: 'gql', load: () => import('highlight.js/lib/languages/graphql') },
  { id: 'xml', name: 'HTML, XML', words: 'html svg', load: () => import('highlight.js/lib/languages/xml') },
  { id: 'ini', name: 'INI, TOML', words: 'toml', load: () => import('highlight.js/lib/languages/ini') },
  { id: 'java', name: 'Java', load: () => import('highlight.js/lib/languages/java') },
  {
    id: 'javascript',
    name: 'JavaScript',
    words: 'js jsx mjs cjs',
    load: () => import('highlight.js/lib/languages/javascript'),
  },
  { id: 'json', name: 'JSON', load: () => import('highlight.js/lib/languages/json') },
  { id: 'kotlin', name: 'Kotlin', words: 'kt', load: () => import('highlight.js/lib/languages/kotlin') },
  { id: 'lua', name: 'Lua', load: () => import('highlight.js/lib/languages/lua') },
  {
    id: 'makefile',
    name: 'Makefile',
    words: 'make',
    load: () => import('highlight.js/lib/languages/makefile'),
  },
  {
    id: 'markdown',
    name: 'Markdown',
    words: 'md',
    load: () => import('highlight.js/lib/languages/markdown'),
  },
  { id: 'nginx', name: 'nginx', load: () => import('highlight.js/lib/languages/nginx') },
  { id: 'php', name: 'PHP', load: () => import('highlight.js/lib/languages/php') },
  {
    id: 'powershell',
    name: 'PowerShell',
    words: 'ps1',
    load: () => import('highlight.js/lib/languages/powershell'),
  },
  { id: 'python', name: 'Python', words: 'py', load: () => import('highlight.js/lib/languages/python') },
  { id: 'r', name: 'R', load: () => import('highlight.js/lib/languages/r') },
  { id: 'ruby', name: 'Ruby', words: 'rb', load: () => import('highlight.js/lib/languages/ruby') },
  { id: 'rust', name: 'Rust', words: 'rs', load: () => import('highlight.js/lib/languages/rust') },
  { id: 'scss', name: 'SCSS', words: 'sass', load: () => import('highlight.js/lib/languages/scss') },
  { id: 'sql', name: 'SQL', words: 'postgres', load: () => import('highlight.js/lib/languages/sql') },
  { id: 'swift', name: 'Swift', load: () => import('highlight.js/lib/languages/swift') },
  {
    id: 'typescript',
    name: 'TypeScript',
    words: 'ts tsx',
    load: () => import('highlight.js/lib/languages/typescript'),
  },
  { id: 'yaml', name: 'YAML', words: 'yml', load: () => import('highlight.js/lib/languages/yaml') },
]

/** By the word that is in the text, whichever of its names that is. */
export const languageOf = (word: unknown): Language | undefined => {
  if (typeof word !== 'string') return undefined
  const wanted = word.toLowerCase()
  return codeLanguages.find(one => one.id === wanted || one.words?.split(' ').includes(wanted))
}

/** The name of a language; one that is not in the list keeps its own word. */
export const languageName = (word: unknown): string =>
  languageOf(word)?.name ?? (typeof word === 'string' && word !== '' ? word : 'Plain text')
