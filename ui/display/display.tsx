// The customer's screen: a window of the till's own browser on a second display. It shows what the till sells, and nothing can be done on it.
import { openPage } from '../kit/page.tsx'
import { display } from '../text/display.ts'
import './display.css'
import { Screen } from './screen.tsx'

openPage('display', display, <Screen />)
