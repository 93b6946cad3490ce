import './ui/backGuard.ts'
import './ui/theme.ts'
import './style/app.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadSession } from './data/session.ts'
import { sendWaitingTexts } from './editor/sync/waitingTexts.ts'
import { Screens } from './places/routes.tsx'
import { fetchScreen } from './places/Screen.tsx'
import { leadToSignIn } from './places/sessionEnd.ts'
import { Trouble } from './shell/Trouble.tsx'

leadToSignIn()
sendWaitingTexts()
void loadSession()
fetchScreen(location.pathname)
createRoot(document.getElementById('root')!).render(
  // Drawn before the next key is handled: in a transition that key would act on the screen before, and undo it.
  <BrowserRouter useTransitions={false}>
    <Trouble at="">
      <Screens />
    </Trouble>
  </BrowserRouter>,
)
// Behind everything that the first screen needs.
const keepFiles = () => void import('./data/keptFiles.ts').then(kept => kept.keepFiles()).catch(() => {})
addEventListener('load', () => {
  void import('./style/print.css')
  setTimeout(keepFiles, 1_000)
})
