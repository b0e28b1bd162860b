// The practice phone's page.
import { openPage } from '../kit/page.tsx'
import { phone } from '../text/phone.ts'
import './phone.css'
import { Stage } from './stage.tsx'

openPage('phone', phone, <Stage />)
