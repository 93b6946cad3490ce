/** Signs that show nothing. Selectors and tags are none of them: signs before these look different with them. */
const INVISIBLE =
  /[\s\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]|\u034f|\u17b4|\u17b5/u

/** A name as it is stored: composed (NFC), and without invisible signs at its ends. */
export const cleanName = (given: string): string => {
  const name = given.normalize('NFC')
  let [from, to] = [0, name.length]
  while (from < to && INVISIBLE.test(name[from]!)) from++
  while (to > from && INVISIBLE.test(name[to - 1]!)) to--
  return name.slice(from, to)
}
