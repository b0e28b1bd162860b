// The till's page. The code of a pairing QR is taken out of the address bar at once: it binds a tablet.
import { ignoreSecondTaps } from '../kit/double-tap.ts'
import { openPage } from '../kit/page.tsx'
import { pairingCodeOf } from '../kit/pair.model.ts'
import { startSound } from '../kit/sound.ts'
import { till } from '../text/till.ts'
import './till.css'
import './verdict.css'
import './sale.css'
import './item.css'
import './shift.css'
import './paper.css'
import './print.css'
import './display.css'
import { Gate } from './gate.tsx'
import { installTill } from './install.ts'
import { startAutoPrint } from './print.ts'
import { startSales } from './sale-ask.ts'

const pairingCode = pairingCodeOf(location.search)
if (pairingCode !== undefined) history.replaceState(null, '', location.pathname)
installTill()
ignoreSecondTaps()
startSound()
startSales()
startAutoPrint()
openPage('till', till, <Gate pairingCode={pairingCode} />)
