// The picture of the device's camera while it is wanted and the page is seen: the camera at the back, or the
// one that was chosen on this device.
import { useCallback, useEffect, useState } from 'react'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { type CameraFault, cameraFaultOf, offersCamera } from './camera.model.ts'

/** Whether this page may get a camera: undefined in an older browser and at an address without https. */
const cameras = (): MediaDevices | undefined => (window.isSecureContext ? navigator.mediaDevices : undefined)

const camerasOf = async (): Promise<readonly MediaDeviceInfo[]> =>
  ((await cameras()?.enumerateDevices()) ?? []).filter(({ kind }) => kind === 'videoinput')

/** Whether the till offers the camera on this device. It follows a camera that is connected or removed. */
export function useCameraOffer(): boolean {
  const [offered, setOffered] = useState(false)
  useEffect(() => {
    let over = false
    const look = async () => {
      const { length } = await camerasOf().catch(() => [])
      const device = { isSecure: isSecureContext, hasTouch: navigator.maxTouchPoints > 0, cameras: length }
      if (!over) setOffered(offersCamera(device))
    }
    void look()
    const media = cameras()
    media?.addEventListener('devicechange', look)
    return () => {
      over = true
      media?.removeEventListener('devicechange', look)
    }
  }, [])
  return offered
}

/** A camera that is on. */
export interface Camera {
  readonly stream: MediaStream
  readonly id: string | undefined
  /** All that this device has, to choose from. */
  readonly all: readonly MediaDeviceInfo[]
  readonly hasLight: boolean
}

const chosenCamera = () => readStored('camera', isString)

async function openCamera(): Promise<Camera> {
  const media = cameras()
  if (!media) throw Object.assign(new Error('no camera in this browser'), { name: 'NotFoundError' })
  const chosen = chosenCamera()
  const stream = await media.getUserMedia({
    video: {
      ...(chosen === undefined ? { facingMode: 'environment' } : { deviceId: chosen }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
    },
  })
  const [track] = stream.getVideoTracks()
  const abilities = track?.getCapabilities?.() ?? {}
  return {
    stream,
    id: track?.getSettings().deviceId,
    all: await camerasOf().catch(() => []),
    hasLight: Reflect.get(abilities, 'torch') === true,
  }
}

const turnOff = ({ stream }: Camera) => {
  for (const track of stream.getTracks()) track.stop()
}

function subscribeSeen(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Turns the camera on while the page is seen. @returns it, or why there is none; neither while it starts */
export function useCamera() {
  const [tries, setTries] = useState(0)
  const [isSeen, setSeen] = useState(!document.hidden)
  const [camera, setCamera] = useState<Camera>()
  const [fault, setFault] = useState<CameraFault>()
  useEffect(() => subscribeSeen(() => setSeen(!document.hidden)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try turns it on once
  useEffect(() => {
    if (!isSeen) return
    if (!isSecureContext) return setFault('insecure')
    let over = false
    let opened: Camera | undefined
    const reportFault = (error: unknown) => {
      if (!over) setFault(cameraFaultOf(error instanceof Error ? error.name : ''))
    }
    const begin = (found: Camera) => {
      if (over) return turnOff(found)
      opened = found
      // It was unplugged, or the permission was taken back.
      found.stream.getVideoTracks()[0]?.addEventListener('ended', () => reportFault(undefined))
      setCamera(found)
    }
    openCamera().then(begin, reportFault)
    return () => {
      over = true
      if (opened) turnOff(opened)
      setCamera(undefined)
      setFault(undefined)
    }
  }, [isSeen, tries])
  const again = useCallback(() => setTries(before => before + 1), [])
  const choose = (id: string) => {
    writeStored('camera', id)
    again()
  }
  const fail = useCallback(
    (why: CameraFault) => {
      setFault(why)
      if (camera) turnOff(camera)
    },
    [camera],
  )
  return { camera, fault, fail, again, choose }
}

/** Switches the light at the camera. @returns whether the device did it */
export async function switchLight({ stream }: Camera, on: boolean): Promise<boolean> {
  // The standard's types lack the light, which is in an extension of it.
  const light: MediaTrackConstraints = {
    advanced: [Object.assign<MediaTrackConstraintSet, object>({}, { torch: on })],
  }
  return (
    (await stream
      .getVideoTracks()[0]
      ?.applyConstraints(light)
      .then(
        () => true,
        () => false,
      )) ?? false
  )
}
