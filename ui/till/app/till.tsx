// The till's page. The pairing code is removed from the address bar at once, because it pairs a device.
import { ignoreDoubleTaps } from '../../kit/double-tap.ts'
import { openPage } from '../../kit/page.tsx'
import { pairingCodeOf } from '../../kit/pairing.model.ts'
import { unlockSoundOnTouch } from '../../kit/sound.ts'
import { till } from './till.text.ts'
import './till.css'
import '../sale/result.css'
import '../sale/sale.css'
import '../sale/sms-choice.css'
import '../entry/item.css'
import '../products/products.css'
import '../shift/shift.css'
import '../print/paper.css'
import '../print/print.css'
import '../display/display.css'
import { startAutoPrint } from '../print/print.ts'
import { startSales } from '../sale/sale-request.ts'
import { Gate } from './gate.tsx'
import { installTill } from './install.ts'

const pairingCode = pairingCodeOf(location.search)
if (pairingCode !== undefined) history.replaceState(null, '', location.pathname)
installTill()
ignoreDoubleTaps()
unlockSoundOnTouch()
startSales()
startAutoPrint()
openPage('till', till, <Gate pairingCode={pairingCode} />)
