import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { startCameraLoop } from './camera-loop.ts';
import { cameraAdvice } from './camera-trouble.ts';
import { openDecoder } from './decoder.ts';

export interface CameraChoice {
  deviceId: string;
  label: string;
}

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: 'starting' | 'running' | 'trouble';
  trouble: string | null;
  cameras: CameraChoice[];
  deviceId: string | null;
  choose(deviceId: string): void;
  retry(): void;
  /** Null when this camera has no light. */
  torch: boolean | null;
  switchTorch(on: boolean): void;
}

const REMEMBERED = 'benchside.camera';

const remembered = (): string | null => {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
};

const remember = (deviceId: string): void => {
  try {
    localStorage.setItem(REMEMBERED, deviceId);
  } catch {
    // Without storage the choice holds until the camera is closed.
  }
};

const openStream = async (deviceId: string | null): Promise<MediaStream> => {
  if (!navigator.mediaDevices) throw new DOMException('No camera interface', 'SecurityError');
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' };
  return navigator.mediaDevices.getUserMedia({ video: { ...size, ...which }, audio: false });
};

const listCameras = async (): Promise<CameraChoice[]> => {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }, index) => ({ deviceId, label: label || `Camera ${index + 1}` }));
};

const hasTorch = (track: MediaStreamTrack): boolean => {
  const abilities = track.getCapabilities?.();
  return abilities !== undefined && 'torch' in abilities && Boolean(abilities.torch);
};

// The light is not in the browser's own types yet.
const torchConstraint = (on: boolean): MediaTrackConstraints => ({
  advanced: [{ torch: on } as MediaTrackConstraintSet],
});

type Setters = {
  opened: (track: MediaStreamTrack, cameras: CameraChoice[]) => void;
  failed: (error: unknown) => void;
  onCode: (raw: string) => void;
};

/** Opens a camera and reads codes from it until it is told to stop. */
const runCamera = (
  video: HTMLVideoElement,
  deviceId: string | null,
  { opened, failed, onCode }: Setters,
): (() => void) => {
  const decoder = openDecoder();
  let stopLoop: () => void = () => {};
  let stream: MediaStream | null = null;
  let open = true;
  const close = (): void => {
    open = false;
    stopLoop();
    decoder.close();
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const start = async (): Promise<void> => {
    stream = await openStream(deviceId);
    const [track] = stream.getVideoTracks();
    if (!open || !track) return close();
    video.srcObject = stream;
    await video.play();
    if (!open) return;
    track.addEventListener('ended', () => open && failed(new DOMException('ended', 'AbortError')));
    opened(track, await listCameras());
    stopLoop = startCameraLoop({ video, decoder, onCode, onTrouble: failed });
  };
  start().catch((error: unknown) => {
    if (open) failed(error);
  });
  return close;
};

/** The camera of a scan window: its picture, its choices, and every code that comes into view. */
export function useCamera(onCode: (raw: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const light = useRef<MediaStreamTrack>(null);
  const [deviceId, setDeviceId] = useState(remembered);
  const [attempt, setAttempt] = useState(0);
  const [cameras, setCameras] = useState<CameraChoice[]>([]);
  const [torch, setTorch] = useState<boolean | null>(null);
  const [shown, setShown] = useState<Pick<Camera, 'state' | 'trouble'>>({ state: 'starting', trouble: null });
  useEffect(() => {
    latest.current = onCode;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the camera anew
  useEffect(() => {
    if (!video.current) return undefined;
    setShown({ state: 'starting', trouble: null });
    return runCamera(video.current, deviceId, {
      onCode: (raw) => latest.current(raw),
      failed: (error) => setShown({ state: 'trouble', trouble: cameraAdvice(error) }),
      opened: (track, found) => {
        light.current = track;
        setCameras(found);
        setTorch(hasTorch(track) ? false : null);
        setShown({ state: 'running', trouble: null });
      },
    });
  }, [deviceId, attempt]);

  const choose = useCallback((id: string) => {
    remember(id);
    setDeviceId(id);
  }, []);
  const retry = useCallback(() => {
    setDeviceId(null);
    setAttempt((before) => before + 1);
  }, []);
  const switchTorch = useCallback((on: boolean) => {
    light.current?.applyConstraints(torchConstraint(on)).then(
      () => setTorch(on),
      () => setTorch(null),
    );
  }, []);
  return { video, ...shown, cameras, deviceId, choose, retry, torch, switchTorch };
}
