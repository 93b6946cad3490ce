import { useEffect } from 'react'

type Part = string | null | undefined

let told = ''
let unread = 0
const MOST = 99

const show = () => {
  const count = unread > MOST ? `${MOST}+` : unread
  if (told) document.title = unread > 0 ? `(${count}) ${told}` : told
}

/** The browser's title: the thing in view, then the product. Without parts it stays as it is. */
export const useTitle = (...parts: Part[]) => {
  const title = parts.length > 0 ? [...parts.filter(Boolean), 'Tandem'].join(' · ') : null
  useEffect(() => {
    if (title === null) return
    told = title
    show()
  }, [title])
}

/** How much waits to be read is before it. */
export const tellUnread = (count: number) => {
  unread = count
  show()
}
