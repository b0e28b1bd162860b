// The console's page. The code of a set-up link is taken out of the address bar at once: it opens the box.
import { openPage } from '../kit/page.tsx'
import { admin } from '../text/admin.ts'
import './admin.css'
import { claimCodeOf } from './claim.model.ts'
import { Console } from './console.tsx'

openPage('admin', admin, <Console code={claimCodeOf(location.hash)} />)
