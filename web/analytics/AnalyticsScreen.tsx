import { useHeading } from '../places/heading.ts'
import { Header } from '../shell/Header.tsx'
import { toggleSidebar, useSidebar } from '../shell/sidebar/sidebar-state.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Analytics } from './Analytics.tsx'
import { useAddressTerms } from './terms.ts'

const everything = { in: 'workspace' } as const

/** All projects that this person has joined, as figures; every choice is in the address. */
export const AnalyticsScreen = () => {
  const { section } = useHeading()
  const terms = useAddressTerms()
  const { shut } = useSidebar()
  return (
    <Analytics
      scope={everything}
      terms={terms}
      head={({ sections, controls }) => (
        <Header
          section={section}
          beside={sections}
          controls={
            <>
              {controls}
              <IconButton
                icon="maximize-2"
                label="Full width"
                on={shut}
                aria-pressed={shut}
                onClick={toggleSidebar}
                className="max-desk:hidden"
              />
            </>
          }
        />
      )}
    />
  )
}
