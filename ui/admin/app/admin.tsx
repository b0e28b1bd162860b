// The console's entry: its styles, its first requests, and then the code that draws it.
import '../../kit/mantine.ts'
import './mantine.ts'
import './admin.css'
import './frame.css'
import './side.css'
import '../parts/list.css'
import '../home/home.css'
import '../payments/payment.css'
import '../staff/staff.css'
import '../login/login.css'
import '../settings/setting.css'
import '../links/link.css'
import '../profiles/profile.css'
import '../keys/key.css'
import '../payouts/payout.css'
import '../tills/till.css'
import '../webhooks/webhook.css'
import { prefetch } from './prefetch.ts'

const firstRequests = prefetch()
// Imported here, React is bundled as a separate script. The browser compiles two scripts in parallel.
void import('react-dom/client')
void import('./boot.tsx').then(({ boot }) => boot(firstRequests))
