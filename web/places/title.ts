import { useEffect } from 'react'

type Part = string | null | undefined

/** The browser's title: what is looked at, then the product. Without parts it stays as it is. */
export const useTitle = (...parts: Part[]) => {
  const title = parts.length > 0 ? [...parts.filter(Boolean), 'Tandem'].join(' · ') : null
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
}
