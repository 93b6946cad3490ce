/** Images of a text that is only read. */
import { imageAddress } from '../../../data/texts/textFiles.ts'
import { widthOf } from './imageWidth.ts'

const AGAIN_MS = [1000, 3000, 9000]

/** A new comment is known a moment before its images are given to it: until then they are its writer's alone. */
const askAgain = (image: HTMLImageElement, src: string) => {
  const left = [...AGAIN_MS]
  image.addEventListener('error', () => {
    const wait = left.shift()
    if (wait) setTimeout(() => image.setAttribute('src', `${src}?again=${left.length}`), wait)
  })
}

/** Puts the image itself, which opens as large as the screen, in place of its name. */
export const showImages = (
  text: DocumentFragment,
  project: string,
  open: (image: { src: string; alt: string }) => void,
) => {
  for (const place of text.querySelectorAll('image-component')) {
    const id = place.getAttribute('src')
    if (!id) {
      ;(place.closest('figure') ?? place).remove()
      continue
    }
    const [src, alt] = [imageAddress(project, id), place.getAttribute('alt') ?? '']
    const image = Object.assign(document.createElement('img'), { src, alt, loading: 'lazy' })
    if (!src.startsWith('blob:')) askAgain(image, src)
    image.style.width = widthOf(place.getAttribute('width')) ?? ''
    const ratio = Number.parseFloat(place.getAttribute('aspectratio') ?? '')
    if (ratio > 0) image.style.aspectRatio = String(ratio)
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'image-open',
    })
    button.setAttribute('aria-label', `Full screen: ${alt || 'image'}`)
    button.addEventListener('click', () => open({ src, alt }))
    button.append(image)
    place.replaceWith(button)
  }
}
