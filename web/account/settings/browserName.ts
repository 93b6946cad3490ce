/** "Firefox on Linux", read from the user agent; in this order, for each also names its ancestors. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string, 'phone' | 'tablet' | 'desk'][] = [
  [/iPhone/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'tablet'],
  [/Android(?=.*Mobile)/, 'Android', 'phone'],
  [/Android/, 'Android tablet', 'tablet'],
  [/Windows/, 'Windows', 'desk'],
  [/Mac OS X|Macintosh/, 'Mac', 'desk'],
  [/CrOS/, 'ChromeOS', 'desk'],
  [/Linux/, 'Linux', 'desk'],
]

export const browserName = (userAgent: string): { name: string; kind: 'phone' | 'tablet' | 'desk' } => {
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1]
  const system = systems.find(([mark]) => mark.test(userAgent))
  if (!browser && !system) return { name: 'Another program', kind: 'desk' }
  return {
    name: [browser ?? 'A browser', system?.[1]].filter(Boolean).join(' on '),
    kind: system?.[2] ?? 'desk',
  }
}
