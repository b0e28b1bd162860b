// The practice phone's page.
import { openPage } from '../kit/page.tsx'
import { phone } from './phone.text.ts'
import './phone.css'
import { Stage } from './stage.tsx'

openPage('phone', phone, <Stage />)
