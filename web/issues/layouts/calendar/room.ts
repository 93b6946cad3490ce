/** The heights of a calendar's cell, in pixels. */
export const OVER_LANES = 30
export const LANE = 24

/** The height of a cell with so many lanes. */
export const heightOf = (lanes: number) => OVER_LANES + 2 + lanes * LANE

/** How many lanes of issues have room in a cell of this height. */
export const lanesIn = (height: number) => Math.max(1, Math.floor((height - OVER_LANES - 2) / LANE))
