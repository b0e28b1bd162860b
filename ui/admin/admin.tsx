// The console's page: its styles, its first questions to the box, and then all the rest.
import '../kit/mantine.ts'
import './mantine.ts'
import './admin.css'
import './frame.css'
import './list.css'
import './home.css'
import './payment.css'
import './staff.css'
import './login.css'
import './setting.css'
import './session.css'
import './profile.css'
import './key.css'
import './payout.css'
import './till.css'
import './webhook.css'
import { askFirst } from './first.ts'

const first = askFirst()
// Named here, React comes in a script of its own: two are compiled side by side where one large one would be waited for.
void import('react-dom/client')
void import('./start.tsx').then(({ start }) => start(first))
