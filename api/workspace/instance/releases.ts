/** The news of each version, from the changelog that is shipped with the program. */
import { readFile } from 'node:fs/promises'
import { v5 } from 'uuid'

/** The names of releases are made in it, so that a release has the same id on every instance. */
const SPACE = '7f0c4f0e-5c0b-4d55-9d0b-2f2b6f0f8a11'
const HEADING = /^## (\d+\.\d+\.\d+\S*), (\d{4}-\d\d-\d\d)$/

const read = async () => {
  const text = await readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
  return text.split(/^(?=## )/m).flatMap(part => {
    const [heading = '', ...lines] = part.split('\n')
    const [, version, day] = HEADING.exec(heading) ?? []
    if (!version) return []
    const body = lines.join('\n').trim()
    return [
      {
        id: v5(version, SPACE),
        version,
        at: `${day}T00:00:00.000Z`,
        body,
        isCandidate: version.includes('-'),
      },
    ]
  })
}

let known: ReturnType<typeof read> | null = null
const releases = () => {
  known ??= read()
  return known
}

export const changelog = async () =>
  (await releases()).map(({ id, version, at, body, isCandidate }) => ({
    id,
    title: `Tandem ${version}`,
    description: body,
    version,
    tags: [],
    release_date: at,
    is_release_candidate: isCandidate,
    created_at: at,
    updated_at: at,
  }))

/** In the shape of a code host; nothing in it leads to one. */
export const releaseNotes = async () =>
  (await releases()).map(({ id, version, at, body, isCandidate }) => ({
    id,
    name: `Tandem ${version}`,
    tag_name: `v${version}`,
    body,
    html_url: '',
    published_at: at,
    created_at: at,
    author: { login: 'tandem', avatar_url: '', html_url: '' },
    prerelease: isCandidate,
    draft: false,
  }))
