// The practice phone's page.
import { openPage } from '../kit/page.tsx'
import { phone } from './phone.text.ts'
import './phone.css'
import { PhonePage } from './phone-page.tsx'

openPage('phone', phone, <PhonePage />)
