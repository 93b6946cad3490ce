import './theme.ts'
import './style/app.css'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { loadSession } from './data/session.ts'
import { router } from './routes.tsx'

void loadSession()
createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />)
