import { useEffect, useState } from 'react'
import { type Photo, photoRoutes } from '#contract/files/photos.ts'
import { call } from '../data/client.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Banner } from '../ui/marks/Banner.tsx'

const PAUSE_MS = 300

const readPhotos = async (query: string): Promise<readonly Photo[]> => {
  const { body } = await call(photoRoutes.list, { query: query ? { query } : {} })
  return Array.isArray(body) ? body : body.results
}

const usePhotos = (words: string) => {
  const [photos, setPhotos] = useState<readonly Photo[] | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    let isLeft = false
    const take = (found: readonly Photo[] | 'failed') => void (isLeft || setPhotos(found))
    const timer = setTimeout(
      () => void readPhotos(words.trim()).then(take, () => take('failed')),
      words === '' ? 0 : PAUSE_MS,
    )
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [words, tries])
  return { photos, again: () => setTries(tries + 1) }
}

/** Pictures of the library that an admin has opened: the newest, or those that are found by words. */
export const CoverLibrary = ({ onPick }: { onPick: (address: string) => void }) => {
  const [words, setWords] = useState('')
  const { photos, again } = usePhotos(words)
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        label="Find pictures"
        placeholder="Find pictures"
        value={words}
        onChange={setWords}
        autoFocus
      />
      {photos === 'failed' && (
        <Banner tone="danger" action={<Button onClick={again}>Try again</Button>}>
          The library could not be read.
        </Banner>
      )}
      {photos === null && <p className="text-12 text-ink-3">Loading…</p>}
      {Array.isArray(photos) && photos.length === 0 && (
        <p className="text-12 text-ink-3">No pictures match.</p>
      )}
      {Array.isArray(photos) && photos.length > 0 && (
        <fieldset className="grid max-h-70 grid-cols-2 gap-1 overflow-y-auto" aria-label="Pictures">
          {photos.map(({ id, alt_description, urls, user }: Photo) => (
            <button
              key={id}
              type="button"
              aria-label={`${alt_description ?? 'A picture'}, by ${user.name}`}
              onClick={() => onPick(urls.regular)}
              className="overflow-hidden rounded-tag text-left focus-visible:outline-2 focus-visible:outline-accent"
            >
              <img src={urls.small} alt="" className="h-16 w-full object-cover" />
              <span aria-hidden="true" className="cut block text-11 text-ink-3">
                {user.name}
              </span>
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
