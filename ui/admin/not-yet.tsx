// Stands where pages of the console are being built: nothing links here once they are.
import { NoPage } from './no-page.tsx'

export const NotYet = () => <NoPage />
