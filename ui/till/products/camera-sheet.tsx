// Scans with the camera: its picture with a frame, the line that a code added, and the cure when there is no
// picture. It stays open for the next item. Loaded when it is first wanted.
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawing, Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { playTone, runningContext, soundIsOn } from '../../kit/sound.ts'
import { afterLook, type CameraFault, framePart, frameShare, noCodesSeen } from './camera.model.ts'
import { tillCamera } from './camera.text.ts'
import { openReader } from './camera-reader.ts'
import { type Camera, switchLight, useCamera } from './camera-stream.ts'
import type { ReadCodes } from './camera-zxing.ts'

addTexts('till', tillCamera)

interface CameraSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Takes a code; returns whether it added a line, or undefined if it asks the cashier something. */
  readonly onCode: (code: string) => boolean | undefined
  /** The line that was added last, with its quantity. */
  readonly addedText: string | undefined
  /** The text of the button that ends the scanning, with what the sale holds by now. */
  readonly doneText: string
  /** The note about a code that added nothing. */
  readonly note: ReactNode
}

/** Scans barcodes in a sheet. */
export function CameraSheet({ open, onClose, ...body }: CameraSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('camera_scan')} open={open} onClose={onClose}>
      <Scanning {...body} onClose={onClose} />
    </Sheet>
  )
}

const sheetStyle: CSSProperties = { display: 'grid', gap: 12, justifyItems: 'center' }
const statusStyle: CSSProperties = { display: 'flex', gap: 8, minHeight: 24, fontWeight: 600 }

/** Shows the camera's picture and reads codes in it, or shows why there is no picture. */
function Scanning({ onCode, addedText, doneText, note, onClose }: Omit<CameraSheetProps, 'open'>) {
  const { t } = useTranslation('till')
  const { camera, fault, fail, retry, choose } = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const latestOnCode = useRef(onCode)
  latestOnCode.current = onCode
  useEffect(() => {
    const element = video.current
    if (!camera || !element) return
    element.srcObject = camera.stream
    const ending = new AbortController()
    watchForCodes(element, code => signalResult(latestOnCode.current(code)), ending.signal).catch(() => {
      if (!ending.signal.aborted) fail('unreadable')
    })
    return () => ending.abort()
  }, [camera, fail])
  return (
    <div className="camera-sheet" style={sheetStyle}>
      {fault ? (
        <Failure fault={fault} onRetry={retry} />
      ) : (
        <>
          <Picture video={video} camera={camera} />
          <p role="status" data-testid="camera-added" style={statusStyle}>
            {addedText !== undefined && <Icon name="check" size={20} />}
            <span>{addedText ?? t(camera ? 'camera_hint' : 'camera_starts')}</span>
          </p>
          {camera && camera.all.length > 1 && <Chooser camera={camera} onChoose={choose} />}
        </>
      )}
      {note}
      <Button size="lg" fullWidth data-testid="camera-done" onClick={onClose}>
        {doneText}
      </Button>
    </div>
  )
}

/** Milliseconds between two looks at the picture: fast enough for the hand, slow enough for a cheap phone. */
const lookGapMs = 100

/**
 * Looks for codes in the picture until `signal` ends that, and reports each code that counts. It pauses while
 * another sheet covers the picture.
 * @throws if there is no reader of barcodes
 */
async function watchForCodes(video: HTMLVideoElement, onCode: (code: string) => void, signal: AbortSignal) {
  const read = await openReader()
  const picture = document.createElement('canvas')
  let seen = noCodesSeen
  const isPictureOnTop = () =>
    video.videoWidth > 0 && [...document.querySelectorAll('dialog[open]')].at(-1)?.contains(video)
  while (!signal.aborted) {
    const codes = isPictureOnTop() ? await codesIn(video, picture, read) : undefined
    if (signal.aborted) return
    // A sheet may have opened in between.
    if (codes && isPictureOnTop()) {
      const next = afterLook(seen, codes, performance.now())
      seen = next.seen
      for (const code of next.counted) onCode(code)
    }
    await new Promise(resolve => setTimeout(resolve, lookGapMs))
  }
}

/** Reads the codes within the frame of the current picture, which it draws on `picture`. */
async function codesIn(video: HTMLVideoElement, picture: HTMLCanvasElement, read: ReadCodes) {
  const { left, top, width, height } = framePart({ width: video.videoWidth, height: video.videoHeight })
  picture.width = width
  picture.height = height
  const context = picture.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, left, top, width, height, 0, 0, width, height)
  return await read(picture)
}

/** Beeps like a scanner if a code added a line, plays the tone of a failure if not; silent for a question. */
function signalResult(isAdded: boolean | undefined): void {
  if (isAdded === undefined) return
  if (!isAdded) {
    playTone('failed')
    return
  }
  if (!soundIsOn()) return
  navigator.vibrate?.(60)
  const context = runningContext()
  if (!context) return
  const beep = new OscillatorNode(context, { type: 'square', frequency: 1_760 })
  beep.connect(new GainNode(context, { gain: 0.12 })).connect(context.destination)
  beep.start()
  beep.stop(context.currentTime + 0.09)
}

const pictureStyle: CSSProperties = {
  position: 'relative',
  width: 'min(100%, 52vh)',
  aspectRatio: '4 / 3',
  overflow: 'hidden',
  borderRadius: 14,
  background: '#000',
}
const frameStyle: CSSProperties = {
  position: 'absolute',
  inset: `${(1 - frameShare.height) * 50}% ${(1 - frameShare.width) * 50}%`,
  border: '2px solid #fff',
  borderRadius: 12,
  boxShadow: '0 0 0 999px rgb(0 0 0 / 35%)',
}
const bulbPath = 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0l-.5 3h-6l-.5-3Z'

interface PictureProps {
  readonly video: React.RefObject<HTMLVideoElement | null>
  readonly camera: Camera | undefined
}

/** Shows the camera's picture with a frame, and its light if it has one. */
function Picture({ video, camera }: PictureProps) {
  const { t } = useTranslation('till')
  return (
    <div style={pictureStyle}>
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={t('camera_picture')}
        style={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
      />
      <div style={frameStyle} />
      {camera?.hasLight && <Light camera={camera} />}
    </div>
  )
}

/** Switches the light at the camera. */
function Light({ camera }: { readonly camera: Camera }) {
  const { t } = useTranslation('till')
  const [isOn, setOn] = useState(false)
  return (
    <ActionIcon
      variant={isOn ? 'filled' : 'default'}
      size={48}
      radius="xl"
      aria-label={t('camera_light')}
      aria-pressed={isOn}
      style={{ position: 'absolute', right: 8, bottom: 8 }}
      onClick={async () => {
        if (await switchLight(camera, !isOn)) setOn(!isOn)
      }}
    >
      <Drawing path={bulbPath} size={24} />
    </ActionIcon>
  )
}

interface ChooserProps {
  readonly camera: Camera
  readonly onChoose: (id: string) => void
}

/** Lets the cashier choose among the cameras of this device. */
function Chooser({ camera, onChoose }: ChooserProps) {
  const { t } = useTranslation('till')
  return (
    <NativeSelect
      w="100%"
      size="md"
      aria-label={t('camera_choose')}
      data-testid="camera-choose"
      value={camera.id}
      data={camera.all.map(({ deviceId, label }, index) => ({
        value: deviceId,
        label: label || t('camera_number', { number: index + 1 }),
      }))}
      onChange={event => onChoose(event.currentTarget.value)}
    />
  )
}

interface FailureProps {
  readonly fault: CameraFault
  readonly onRetry: () => void
}

/** Shows why there is no picture, and what to do. */
function Failure({ fault, onRetry }: FailureProps) {
  const { t, i18n } = useTranslation('till')
  return (
    <div className="products-none" role="alert" data-testid="camera-fault" style={{ padding: '16px 8px' }}>
      <p className="products-none-title">{t(`camera_${fault}`)}</p>
      <p>{t(`camera_${fault}_cure`)}</p>
      {fault === 'insecure' ? (
        <Button
          mt="md"
          component="a"
          variant="default"
          href={`/trust?lang=${i18n.language}`}
          target="kaunta-trust"
        >
          {t('camera_set_up')}
        </Button>
      ) : (
        <Button mt="md" variant="default" onClick={onRetry}>
          {t('camera_again')}
        </Button>
      )}
    </div>
  )
}
