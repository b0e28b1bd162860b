// The picture of the device's camera while it is wanted and the page is seen: the camera at the back, or the
// one that was chosen on this device.
import { useCallback, useEffect, useState } from 'react'
import { isString, readStored, writeStored } from '../../kit/storage.ts'
import { type CameraFault, cameraFaultOf, offersCamera } from './camera.model.ts'

/** Returns the browser's cameras; undefined in an older browser and at an address without https. */
const mediaDevices = (): MediaDevices | undefined =>
  window.isSecureContext ? navigator.mediaDevices : undefined

/** Lists the cameras of this device. */
const listCameras = async (): Promise<readonly MediaDeviceInfo[]> =>
  ((await mediaDevices()?.enumerateDevices()) ?? []).filter(({ kind }) => kind === 'videoinput')

/**
 * Returns whether the till offers the camera on this device. It notices a camera that is connected or
 * removed.
 */
export function useCameraOffer(): boolean {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    let isOver = false
    const checkCameras = async () => {
      const { length } = await listCameras().catch(() => [])
      const device = { isSecure: isSecureContext, hasTouch: navigator.maxTouchPoints > 0, cameras: length }
      if (!isOver) setOffered(offersCamera(device))
    }
    void checkCameras()
    const media = mediaDevices()
    media?.addEventListener('devicechange', checkCameras)
    return () => {
      isOver = true
      media?.removeEventListener('devicechange', checkCameras)
    }
  }, [])
  return isOffered
}

/** A camera that is on. */
export interface Camera {
  readonly stream: MediaStream
  readonly id: string | undefined
  /** All cameras of this device, to choose from. */
  readonly all: readonly MediaDeviceInfo[]
  readonly hasLight: boolean
}

/** Returns the id of the camera that was chosen on this device; undefined if none was. */
const chosenCameraId = () => readStored('camera', isString)

/**
 * Turns on the camera that was chosen on this device, or the one at the back.
 * @throws the browser's error, whose name tells why there is no camera
 */
async function openCamera(): Promise<Camera> {
  const media = mediaDevices()
  if (!media) throw Object.assign(new Error('no camera in this browser'), { name: 'NotFoundError' })
  const chosenId = chosenCameraId()
  const stream = await media.getUserMedia({
    video: {
      ...(chosenId === undefined ? { facingMode: 'environment' } : { deviceId: chosenId }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
    },
  })
  const [track] = stream.getVideoTracks()
  const abilities = track?.getCapabilities?.() ?? {}
  return {
    stream,
    id: track?.getSettings().deviceId,
    all: await listCameras().catch(() => []),
    hasLight: Reflect.get(abilities, 'torch') === true,
  }
}

/** Turns the camera off. */
const turnOff = ({ stream }: Camera) => {
  for (const track of stream.getTracks()) track.stop()
}

/** Calls `listener` when the page is shown or hidden. Returns the function that stops it. */
function subscribeSeen(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Turns the camera on while the page is seen. Returns the `camera` once it is on, or the `fault` that stops
 * it; `retry` turns it on again, `choose` turns on another one, and `fail` turns it off with a fault.
 */
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
    let isOver = false
    let openedCamera: Camera | undefined
    const reportFault = (error: unknown) => {
      if (!isOver) setFault(cameraFaultOf(error instanceof Error ? error.name : ''))
    }
    const begin = (newCamera: Camera) => {
      if (isOver) return turnOff(newCamera)
      openedCamera = newCamera
      // The track ends if the camera is unplugged or the permission is taken back.
      newCamera.stream.getVideoTracks()[0]?.addEventListener('ended', () => reportFault(undefined))
      setCamera(newCamera)
    }
    openCamera().then(begin, reportFault)
    return () => {
      isOver = true
      if (openedCamera) turnOff(openedCamera)
      setCamera(undefined)
      setFault(undefined)
    }
  }, [isSeen, tries])
  const retry = useCallback(() => setTries(before => before + 1), [])
  const choose = (id: string) => {
    writeStored('camera', id)
    retry()
  }
  const fail = useCallback(
    (reason: CameraFault) => {
      setFault(reason)
      if (camera) turnOff(camera)
    },
    [camera],
  )
  return { camera, fault, fail, retry, choose }
}

/** Switches the light at the camera. Returns whether the device did it. */
export async function switchLight({ stream }: Camera, isOn: boolean): Promise<boolean> {
  // The standard's types lack the light, which is in an extension of it.
  const light: MediaTrackConstraints = {
    advanced: [Object.assign<MediaTrackConstraintSet, object>({}, { torch: isOn })],
  }
  const [track] = stream.getVideoTracks()
  const switching = track?.applyConstraints(light).then(
    () => true,
    () => false,
  )
  return (await switching) ?? false
}
