// The licences of everything inside, collected while the code is bundled.
import { licensesText } from '../../scripts/release/contents.ts' with { type: 'macro' }

export const licenses: string = licensesText()
