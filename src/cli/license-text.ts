// The licences of all code in the executable, collected while the code is bundled.
import { licensesText } from '../../scripts/release/contents.ts' with { type: 'macro' }

export const licenses: string = licensesText()
