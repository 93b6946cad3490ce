import { type ReactNode, useState } from 'react'
import { later } from '../popups/later.tsx'
import { type ShapeName, SOURCE_MB, shapes } from './shapes.ts'

const CropDialog = later(() => import('./CropDialog.tsx').then(module => module.CropDialog))

type Asked = { file: File; answer: (cut: File | null) => void }

const isMoving = (file: File) => file.type === 'image/gif'

/** Asks which part of a picture is meant. Pictures that move are left as they are: cut out, they would stand still. */
export const useCrop = (name: ShapeName) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const crop = (file: File): Promise<File | null> => {
    if (isMoving(file)) return Promise.resolve(file)
    if (file.size > SOURCE_MB * 1024 * 1024)
      return Promise.reject(new Error(`A picture can be cropped up to ${SOURCE_MB} MB.`))
    return new Promise(resolve => setAsked({ file, answer: resolve }))
  }
  const done = (cut: File | null) => {
    setAsked(null)
    asked?.answer(cut)
  }
  const dialog: ReactNode = asked && <CropDialog file={asked.file} shape={shapes[name]} onDone={done} />
  return { crop, dialog }
}
