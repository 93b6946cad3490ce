/** Colours as numbers: sRGB as written, and OKLab, in which equal steps look equal. */
export type Rgb = readonly [number, number, number]
type Lab = readonly [number, number, number]

export const rgbOf = (hex: string): Rgb => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

export const hexOf = (colour: Rgb) =>
  `#${colour
    .map(part =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const written = (part: number) => {
  const within = Math.min(1, Math.max(0, part))
  return within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055
}

const linearOf = ([r, g, b]: Rgb): Rgb => [linear(r), linear(g), linear(b)]

const labOf = (colour: Rgb): Lab => {
  const [r, g, b] = linearOf(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const ofLab = ([L, a, b]: Lab): Rgb => {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    written(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    written(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    written(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** A colour of the style sheet, `oklch(0.52 0.19 26)`, or as the build writes it, `oklch(52% .19 26)`. */
export const rgbOfToken = (text: string): Rgb | null => {
  const found = /^oklch\(\s*([\d.]+)(%?) ([\d.]+) ([\d.]+)\s*\)$/.exec(text.trim())
  if (!found) return null
  const [chroma = 0, hue = 0] = found.slice(3).map(Number)
  const L = Number(found[1]) / (found[2] ? 100 : 1)
  const turn = (hue * Math.PI) / 180
  return ofLab([L, chroma * Math.cos(turn), chroma * Math.sin(turn)])
}

/** Rounded as it will be written, so that contrasts are computed from the colours on screen. */
export const mix = (from: Rgb, to: Rgb, part: number): Rgb => {
  const [[L, a, b], [toL, toA, toB]] = [labOf(from), labOf(to)]
  const mixed = ofLab([L + (toL - L) * part, a + (toA - a) * part, b + (toB - b) * part])
  return rgbOf(hexOf(mixed))
}

const luminance = (colour: Rgb) => {
  const [r, g, b] = linearOf(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** As WCAG reckons it, from 1 to 21. */
export const contrast = (one: Rgb, other: Rgb) => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export const isLighter = (one: Rgb, other: Rgb) => luminance(one) > luminance(other)
