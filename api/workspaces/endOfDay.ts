/** An expiry given as a day means the end of that day where its owner lives; a datetime means itself. */
export const endOfDay = (value: string, timezone: string): string => {
  if (value.length > 10) return new Date(value).toISOString()
  const midnight = Date.parse(`${value}T23:59:59.999Z`)
  const offset = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(midnight)
    .find(part => part.type === 'timeZoneName')!
    .value.match(/([+-])(\d\d):(\d\d)/)
  const minutes = offset ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) : 0
  return new Date(midnight - minutes * 60_000).toISOString()
}
