import { Component, type ReactNode } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'

/** A mistake of ours in one screen leaves the rest working; `at` is where it happened, and elsewhere is tried anew. */
export class Trouble extends Component<{ at: string; children: ReactNode }, { at: string | null }> {
  override state = { at: null }

  static getDerivedStateFromError() {
    return { at: '' }
  }

  override componentDidCatch() {
    this.setState({ at: this.props.at })
  }

  override render() {
    const { at } = this.state
    if (at === null || (at !== '' && at !== this.props.at)) return this.props.children
    return (
      <div role="alert" className="flex flex-1 flex-col">
        <EmptyState
          title="Something went wrong"
          actions={
            <>
              <Button variant="neutral" onClick={() => this.setState({ at: null })}>
                Try again
              </Button>
              <Button onClick={() => location.reload()}>Reload Tandem</Button>
            </>
          }
        >
          This is a fault in Tandem, not in what you did. What you wrote is kept.
        </EmptyState>
      </div>
    )
  }
}
