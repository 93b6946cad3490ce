import './theme.ts'
import './style/app.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadSession } from './data/session.ts'
import { Screens } from './routes.tsx'

void loadSession()
createRoot(document.getElementById('root')!).render(
  <BrowserRouter>
    <Screens />
  </BrowserRouter>,
)
