/** Puts something into a map that holds so many at most: the oldest goes, and `gone` is called. */
export const keepNewest = <Key, Kept>(
  map: Map<Key, Kept>,
  key: Key,
  kept: Kept,
  most: number,
  gone: (kept: Kept) => void = () => {},
) => {
  map.delete(key)
  map.set(key, kept)
  for (const [oldest, old] of map) {
    if (map.size <= most) return
    map.delete(oldest)
    gone(old)
  }
}
