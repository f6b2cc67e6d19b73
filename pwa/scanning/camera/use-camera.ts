import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { startCameraLoop } from './camera-loop.ts';
import { openDecoder } from './decoder.ts';

/** What to do when the camera cannot be used, by the browser's name of the error. */
const ADVICE: Record<string, string> = {
  NotAllowedError: 'The camera is blocked. Allow it in the browser’s site settings, then try again.',
  SecurityError: 'The camera needs a secure address (https). Open the app by its https address.',
  NotFoundError: 'No camera was found. Connect one, or scan with the hand scanner.',
  OverconstrainedError: 'This camera is no longer there. Choose another camera.',
  NotReadableError: 'The camera is used by another program. Close that program, then try again.',
  AbortError: 'The camera stopped. Try again.',
};

/** Return the advice for a camera that does not start. */
export function cameraAdvice(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return ADVICE[name] ?? 'The camera did not start. Try again, or scan with the hand scanner.';
}

interface CameraChoice {
  deviceId: string;
  label: string;
}

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: 'starting' | 'running' | 'trouble';
  problem: string | null;
  cameras: CameraChoice[];
  /** The camera of the current picture; null while there is none. */
  deviceId: string | null;
  choose(deviceId: string): void;
  retry(): void;
  /** Null while there is no picture, and when this camera has no light. */
  torch: boolean | null;
  /** The camera has a light, but did not switch it. */
  torchFailed: boolean;
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

const isCameraMissing = (error: unknown): boolean =>
  error instanceof Error && ['OverconstrainedError', 'NotFoundError'].includes(error.name);

const openStream = async (deviceId: string | null): Promise<MediaStream> => {
  if (!navigator.mediaDevices) throw new DOMException('No camera interface', 'SecurityError');
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const open = (constraints: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ video: { ...size, ...constraints }, audio: false });
  const any = { facingMode: 'environment' };
  if (deviceId === null) return open(any);
  return open({ deviceId: { exact: deviceId } }).catch((error: unknown) => {
    // The camera of the stored choice may be unplugged; another one is better than none.
    if (isCameraMissing(error)) return open(any);
    throw error;
  });
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

// The browser types do not declare the light yet.
const torchConstraint = (on: boolean): MediaTrackConstraints => ({
  advanced: [{ torch: on } as MediaTrackConstraintSet],
});

const NO_TORCH = { torch: null, torchFailed: false } as const;

type Setters = {
  onOpened: (track: MediaStreamTrack, cameras: CameraChoice[]) => void;
  failed: (error: unknown) => void;
  onCode: (raw: string) => void;
};

/** Open a camera and read codes from it until it is stopped. */
const runCamera = (
  video: HTMLVideoElement,
  deviceId: string | null,
  { onOpened, failed, onCode }: Setters,
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
    onOpened(track, await listCameras());
    stopLoop = startCameraLoop({ video, decoder, onCode, onError: failed });
  };
  start().catch((error: unknown) => {
    if (open) failed(error);
  });
  return close;
};

/** Control the light of the current camera; null without a camera or a light. */
function useTorch() {
  const track = useRef<MediaStreamTrack>(null);
  const [light, setLight] = useState<Pick<Camera, 'torch' | 'torchFailed'>>(NO_TORCH);
  const hold = useCallback((next: MediaStreamTrack | null) => {
    track.current = next;
    setLight(next && hasTorch(next) ? { torch: false, torchFailed: false } : NO_TORCH);
  }, []);
  const switchTorch = useCallback((on: boolean) => {
    const currentTrack = track.current;
    // A late answer of a former camera says nothing about the current one.
    const updateLight = (torch: boolean, torchFailed: boolean) => () => {
      if (currentTrack !== null && currentTrack === track.current) setLight({ torch, torchFailed });
    };
    currentTrack?.applyConstraints(torchConstraint(on)).then(updateLight(on, false), updateLight(!on, true));
  }, []);
  return { light, hold, switchTorch };
}

/** Use the camera of a scan window: its picture, its choices, and every code that comes into view. */
export function useCamera(onCode: (raw: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [deviceId, setDeviceId] = useState(remembered);
  const [attempt, setAttempt] = useState(0);
  const [cameras, setCameras] = useState<CameraChoice[]>([]);
  const [current, setCurrent] = useState<string | null>(null);
  const { light, hold, switchTorch } = useTorch();
  const [cameraState, setShown] = useState<Pick<Camera, 'state' | 'problem'>>({
    state: 'starting',
    problem: null,
  });
  useEffect(() => {
    latest.current = onCode;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the camera anew
  useEffect(() => {
    if (!video.current) return undefined;
    setShown({ state: 'starting', problem: null });
    const close = runCamera(video.current, deviceId, {
      onCode: (raw) => latest.current(raw),
      failed: (error) => {
        hold(null);
        setShown({ state: 'trouble', problem: cameraAdvice(error) });
      },
      onOpened: (track, cameraChoices) => {
        hold(track);
        setCameras(cameraChoices);
        setCurrent(track.getSettings().deviceId ?? deviceId);
        setShown({ state: 'running', problem: null });
      },
    });
    return () => {
      hold(null);
      close();
    };
  }, [deviceId, attempt, hold]);

  const choose = useCallback((id: string) => {
    remember(id);
    setDeviceId(id);
  }, []);
  const retry = useCallback(() => {
    setDeviceId(null);
    setAttempt((before) => before + 1);
  }, []);
  return { video, ...cameraState, cameras, deviceId: current, choose, retry, ...light, switchTorch };
}
