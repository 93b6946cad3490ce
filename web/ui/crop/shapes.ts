/** What a picture is cut to: as wide as high or not, and never larger than it is ever shown. */
export type Shape = { title: string; width: number; height: number; round?: boolean }

export const shapes = {
  avatar: { title: 'Your picture', width: 512, height: 512, round: true },
  logo: { title: 'The logo', width: 512, height: 512 },
  cover: { title: 'The cover', width: 1600, height: 400 },
} as const satisfies Record<string, Shape>

export type ShapeName = keyof typeof shapes

/** What is cut may be larger than what is sent: a telephone's photograph becomes a small picture here. */
export const SOURCE_MB = 30

/** How far one may go in: more shows only squares. */
export const ZOOM = { least: 1, most: 5, step: 0.1 }

export type Area = { x: number; y: number; width: number; height: number }

/** The size of what is cut out: that of the part itself, or the shape's where it is larger. */
export const sizeOf = (area: Area, { width, height }: Shape) => {
  const scale = Math.min(1, width / area.width)
  if (scale === 1)
    return { width: Math.round(area.width), height: Math.max(1, Math.round((area.width * height) / width)) }
  return { width, height }
}
