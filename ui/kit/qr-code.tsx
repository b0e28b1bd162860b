// A QR code drawn in the browser, so that a secret in it (an invitation, a key) is sent nowhere.
import { create } from 'qrcode/lib/core/qrcode.js'
import { useMemo } from 'react'

/** The quiet zone that scanners need, in modules. */
const margin = 4

interface QrCodeProps {
  readonly text: string
  /** What the code is, for people who cannot see it. */
  readonly label: string
}

/** Shows a text as a QR code. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const darkModules = Array.from(modules.data.entries()).filter(([, isDark]) => isDark)
    const squares = darkModules.map(
      ([index]) => `M${(index % modules.size) + margin} ${Math.floor(index / modules.size) + margin}h1v1h-1z`,
    )
    return { size: modules.size + 2 * margin, path: squares.join('') }
  }, [text])
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} />
      <path d={path} />
    </svg>
  )
}
