// The customer's screen: a device of its own that is paired with a till, or a window of the till's own
// browser on a second display. It shows what the till sells, and nothing can be done on it. A pairing code is
// taken out of the address bar at once.
import { openPage } from '../kit/page.tsx'
import { pairingCodeOf } from '../kit/pairing.model.ts'
import { display } from './display.text.ts'
import './display.css'
import { DisplayGate } from './display-gate.tsx'

const code = pairingCodeOf(location.hash)
if (code !== undefined) history.replaceState(null, '', location.pathname)
openPage('display', display, <DisplayGate pairingCode={code} />)
