/** The versions of a page, asked for while somebody looks at them. */
import type { JSONContent } from '@tiptap/core'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import type { Page } from '#contract/text/pages.ts'
import { type PageVersion, pageVersionRoutes } from '#contract/text/pageVersions.ts'
import { call } from '../../data/client.ts'
import { keepNewest } from '../../data/keepNewest.ts'
import { here } from '../../data/viewer.ts'
import { toast } from '../../ui/popups/Toast.tsx'

const AFTER_CHANGE_MS = 800

type Asked<T> = { answer: T | null; failure: string | null; retry: () => void }

/** Asks again whenever a dependency changes; the former answer stays until the next. */
const useAsked = <T>(ask: (() => Promise<T>) | null, wait: number): Asked<T> => {
  const [state, setState] = useState<{ answer: T | null; failure: string | null }>({
    answer: null,
    failure: null,
  })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same again
  useEffect(() => {
    if (!ask) return
    let isOver = false
    const timer = setTimeout(() => {
      ask().then(
        answer => isOver || setState({ answer, failure: null }),
        (error: Error) => isOver || setState(old => ({ ...old, failure: error.message })),
      )
    }, wait)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [ask, wait, round])
  return { ...state, retry: useCallback(() => setRound(n => n + 1), []) }
}

const paramsOf = (page: Page) => ({ ws: here().slug, p: page.project_id, pageId: page.id })

/** The newest first; asked for again when the page has changed. */
export const useVersions = (page: Page) => {
  const { id, project_id: p, updated_at } = page
  const ask = useCallback(async () => {
    void updated_at
    return (await call(pageVersionRoutes.list, { params: { ws: here().slug, p, pageId: id } })).body
  }, [id, p, updated_at])
  const [isFirst, setFirst] = useState(true)
  const asked = useAsked(ask, isFirst ? 0 : AFTER_CHANGE_MS)
  useEffect(() => setFirst(false), [])
  return asked
}

/** Texts of past versions do not change: each is asked for once while it is among the latest that were. */
const MOST_TEXTS = 40
const texts = new Map<string, Promise<JSONContent>>()

// As JSON and not as HTML: a browser that reads HTML minds its inline styles.
const textOf = (page: Page, version: PageVersion): Promise<JSONContent> => {
  const known = texts.get(version.id)
  if (known) return known
  const asked = call(pageVersionRoutes.get, {
    params: { ...paramsOf(page), versionId: version.id },
  }).then(({ body }) => body.description_json as JSONContent)
  keepNewest(texts, version.id, asked, MOST_TEXTS)
  asked.catch(() => texts.delete(version.id))
  return asked
}

/** The text of a version, and of the one before it; the newest is the page's present text. */
export const useVersionTexts = (
  page: Page,
  versions: readonly PageVersion[] | null,
  at: number,
  present: JSONContent,
) => {
  const isKnown = versions !== null
  const [version, before] = [versions?.[at], versions?.[at + 1]]
  const key = `${at > 0 ? version?.id : `now ${page.updated_at}`} ${before?.id ?? ''}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all of it
  const ask = useCallback(async () => {
    const [text, earlier] = await Promise.all([
      version && at > 0 ? textOf(page, version) : present,
      before ? textOf(page, before) : null,
    ])
    return { key, text, before: earlier }
  }, [key])
  return { ...useAsked(isKnown ? ask : null, 0), key }
}

export const restoreVersion = async (page: Page, version: PageVersion): Promise<boolean> => {
  try {
    await call(pageVersionRoutes.restore, { params: { ...paramsOf(page), versionId: version.id } })
    toast.fact('Restored. The text before is in the version history.')
    return true
  } catch (error) {
    toast.failure(`The version was not restored. ${messageOf(error)}`)
    return false
  }
}

export const nameVersion = async (page: Page, version: PageVersion, name: string): Promise<boolean> => {
  try {
    await call(pageVersionRoutes.rename, {
      params: { ...paramsOf(page), versionId: version.id },
      body: { name: name.trim() || null },
    })
    return true
  } catch (error) {
    toast.failure(`The name was not saved. ${messageOf(error)}`)
    return false
  }
}
