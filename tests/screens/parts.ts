/** The screens and popups that are looked at: as pictures by a person, and by the rules of everyScreen.test.ts. */
import { agents } from './agents.ts'
import { analytics } from './analytics.ts'
import { arriving } from './arriving.ts'
import { home } from './home.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { intake } from './intake.ts'
import { issues } from './issues.ts'
import { lists } from './lists.ts'
import { pages } from './pages.ts'
import { pageTalk } from './pageTalk.ts'
import { planning } from './planning.ts'
import { presence } from './presence.ts'
import { reference } from './reference.ts'
import { richPages } from './richPages.ts'
import { savedViews } from './savedViews.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { webhooks } from './webhooks.ts'

export const screens = {
  agents,
  lists,
  planning,
  presence,
  issues,
  pages,
  richPages,
  pageTalk,
  savedViews,
  intake,
  inbox,
  imports,
  arriving,
  search,
  settings,
  webhooks,
  reference,
  home,
  analytics,
}
