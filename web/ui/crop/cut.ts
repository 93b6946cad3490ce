import { type Area, type Shape, sizeOf } from './shapes.ts'

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, 0.9))

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' }

/** The part of a picture as a file of its own, no larger than its shape. The camera's metadata stays behind. */
export const cutOut = async (
  image: HTMLImageElement,
  from: File,
  area: Area,
  shape: Shape,
): Promise<File> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, sizeOf(area, shape))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot crop pictures.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  let blob = await blobOf(canvas, 'image/webp')
  // A browser that does not write WebP gives PNG instead, which is large for a photograph.
  if (blob?.type === 'image/png' && from.type === 'image/jpeg') blob = await blobOf(canvas, 'image/jpeg')
  if (!blob) throw new Error('The picture could not be cropped.')
  const name = from.name.replace(/\.\w+$/, '')
  return new File([blob], `${name}.${endings[blob.type]}`, { type: blob.type })
}
