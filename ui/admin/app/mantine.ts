// The styles of Mantine components that only the console uses; kit/mantine.ts has the others. Imported by the
// page itself: code that loads later brings no styles.
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/Radio.css'
