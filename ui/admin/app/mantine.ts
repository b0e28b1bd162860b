// The styles of the Mantine parts that only the console uses; kit/mantine.ts has the others. Imported by the
// page itself, not by the parts that load later: what loads later brings no styles of its own.
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/Radio.css'
