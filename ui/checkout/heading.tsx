// The heading with the payment's state, under its icon. It takes the focus when the script
// changes the page.
import { Icon } from './icon.tsx'

interface HeadingProps {
  readonly icon?: Parameters<typeof Icon>[0]['name']
  readonly look?: 'plain' | 'pulsing' | 'good' | 'warning' | 'ended'
  readonly text: string
}

/** Shows the heading of a state, under its icon if it has one. */
export const Heading = ({ icon, look = 'plain', text }: HeadingProps) => (
  <>
    {icon && (
      <div className={`status-icon ${look}`}>
        <Icon name={icon} />
      </div>
    )}
    <h1 tabIndex={-1}>{text}</h1>
  </>
)
