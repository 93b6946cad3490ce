import { useRef, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { useSession } from '../data/session.ts'
import { deliver, type Way } from '../data/texts/upload.ts'
import { type ShapeName, SOURCE_MB } from '../ui/crop/shapes.ts'
import { useCrop } from '../ui/crop/useCrop.tsx'
import { useDropped } from '../ui/dropped.ts'
import { sizeWords } from '../ui/size-words.ts'
import { useSave } from './saving.ts'

const TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp']
const MB = 1024 * 1024

export type Announced = { name: string; type: string; size: number }

/**
 * A picture that is sent as soon as it is chosen or dropped and cut to its shape. `called` is its name in a sentence: "A
 * logo"; `way` says for a file how it is announced, confirmed and given up.
 */
export const usePicture = (called: string, shape: ShapeName, way: (file: Announced) => Way) => {
  const limit = useSession().instance?.config.file_size_limit ?? 5 * MB
  const kept = useSave()
  const [refused, setRefused] = useState<string | null>(null)
  const { crop, dialog } = useCrop(shape)
  const input = useRef<HTMLInputElement>(null)

  const send = (file: File) =>
    deliver(way({ name: file.name, type: file.type, size: file.size }), file, {
      signal: new AbortController().signal,
      onPercent: () => {},
    })
  const take = async (file: File | undefined) => {
    if (!file) return
    setRefused(null)
    if (!TYPES.includes(file.type)) return setRefused(`${called} is a JPEG, PNG or WebP picture.`)
    try {
      const cut = await crop(file)
      if (!cut) return
      if (cut.size > limit) return setRefused(`${called} has ${sizeWords(limit)} at most.`)
      void kept.save(() => send(cut))
    } catch (error) {
      setRefused(messageOf(error))
    }
  }
  return {
    error: refused ?? kept.error,
    kinds: `JPEG, PNG or WebP, up to ${SOURCE_MB} MB`,
    /** The dialog that asks which part of the picture is meant. */
    dialog,
    choose: () => input.current?.click(),
    /** Takes it off, or changes it in another way. */
    save: kept.save,
    /** For what a picture may be dropped on. */
    drop: useDropped(file => void take(file)),
    /** The field that the button stands for. */
    input: {
      ref: input,
      type: 'file',
      accept: TYPES.join(','),
      className: 'sr-only',
      tabIndex: -1,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
        void take(event.target.files?.[0])
        event.target.value = ''
      },
    },
  }
}
