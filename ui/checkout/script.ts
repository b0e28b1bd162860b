// The page's script as the page carries it: page-script.js, minified, with the networks by their prefixes.
import { minifiedScript } from './minify.ts' with { type: 'macro' }

export const script = minifiedScript()
