// The till's page.
import { openPage } from '../kit/page.tsx'
import { startSound } from '../kit/sound.ts'
import { till } from '../text/till.ts'
import './till.css'
import './verdict.css'
import { Gate } from './gate.tsx'
import { startSales } from './sale-store.ts'

startSound()
startSales()
openPage('till', till, <Gate />)
