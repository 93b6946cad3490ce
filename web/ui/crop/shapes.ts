/** The shape of a cropped picture: its proportions, and the largest size that it is ever shown in. */
export type Shape = { title: string; width: number; height: number; round?: boolean }

export const shapes = {
  avatar: { title: 'Your picture', width: 512, height: 512, round: true },
  logo: { title: 'The logo', width: 512, height: 512 },
  cover: { title: 'The cover', width: 1600, height: 400 },
} as const satisfies Record<string, Shape>

export type ShapeName = keyof typeof shapes

/** The source may be larger than an upload: a phone's photograph becomes a small picture here. */
export const SOURCE_MB = 30

/** How far one may go in: more shows only squares. */
export const ZOOM = { least: 1, most: 5, step: 0.1 }

export type Area = { x: number; y: number; width: number; height: number }

/** The size of the cropped picture: that of the part itself, or the shape's where the part is larger. */
export const sizeOf = (area: Area, { width, height }: Shape) => {
  const scale = Math.min(1, width / area.width)
  if (scale === 1)
    return { width: Math.round(area.width), height: Math.max(1, Math.round((area.width * height) / width)) }
  return { width, height }
}
