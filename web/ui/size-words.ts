const units = ['B', 'kB', 'MB', 'GB']

/** "812 B", "4.2 MB", "17 MB": two figures are enough to compare by. */
export const sizeWords = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  return `${step > 0 && amount < 10 ? amount.toFixed(1).replace('.0', '') : Math.round(amount)} ${units[step]}`
}
