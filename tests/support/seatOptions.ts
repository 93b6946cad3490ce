import { shared } from './sharedOrigin.ts'

export type SeatOptions = {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  contrast?: 'more'
  /** A screen that is touched, as phones are. */
  touch?: boolean
  zone?: string
  startsOffline?: boolean
  /** A browser that nobody sat before, though the person stays before another. */
  anew?: boolean
  /** Parts of the client come before they are asked for, as they do for people who do not save data. */
  ahead?: boolean
  /** For figures: nothing that a person's own browser wishes for (colours, motion) is emulated. */
  measured?: boolean
}

export const WIDE = { width: 1440, height: 900 }

export const sizeOf = ({ width, height }: SeatOptions) => ({
  width: width ?? WIDE.width,
  height: height ?? WIDE.height,
})

/** Windows are made wider and narrower; the rest a browser has from its beginning. */
export const kindOf = ({ width: _, height: __, ...wishes }: SeatOptions) => JSON.stringify(wishes)
/** Whoever comes next with the same wishes may have it. */
export const isForMany = (origin: string, { anew, startsOffline, measured }: SeatOptions) =>
  shared.origin === origin && !anew && !startsOffline && !measured && !process.env.TEST_LAG
