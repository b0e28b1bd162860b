// The till's page. The code of a pairing QR is taken out of the address bar at once: it binds a tablet.
import { openPage } from '../kit/page.tsx'
import { startSound } from '../kit/sound.ts'
import { till } from '../text/till.ts'
import './till.css'
import './verdict.css'
import './sale.css'
import './shift.css'
import './paper.css'
import './print.css'
import { Gate } from './gate.tsx'
import { pairingCodeOf } from './pair.model.ts'
import { startAutoPrint } from './print.ts'
import { startSales } from './sale-ask.ts'

const pairingCode = pairingCodeOf(location.search)
if (pairingCode !== undefined) history.replaceState(null, '', location.pathname)
startSound()
startSales()
startAutoPrint()
openPage('till', till, <Gate pairingCode={pairingCode} />)
