/** Images of a text that is only read. */
import { imageAddress } from '../../data/imageUploads.ts'
import { widthOf } from './imageWidth.ts'

/** In the place of what names an image the image itself, that opens as large as the screen. */
export const showImages = (
  text: DocumentFragment,
  project: string,
  open: (image: { src: string; alt: string }) => void,
) => {
  for (const place of text.querySelectorAll('image-component')) {
    const id = place.getAttribute('src')
    if (!id) {
      place.remove()
      continue
    }
    const [src, alt] = [imageAddress(project, id), place.getAttribute('alt') ?? '']
    const image = Object.assign(document.createElement('img'), { src, alt, loading: 'lazy' })
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
