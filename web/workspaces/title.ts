import { useEffect } from 'react'

/** The browser's title: what is looked at, then the product. */
export const useTitle = (...parts: (string | null | undefined)[]) => {
  const title = [...parts.filter(Boolean), 'Tandem'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
