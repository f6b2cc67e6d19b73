import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CameraScanner } from './camera/camera-scanner.tsx';

vi.mock('./camera/decoder.ts', () => ({ openDecoder: () => ({ close: () => undefined }) }));
vi.mock('./camera/camera-loop.ts', () => ({ startCameraLoop: () => () => undefined }));

interface Room {
  /** Cameras by their ids, and whether each has a light. */
  cameras: Record<string, boolean>;
  lit: boolean;
  /** The camera ignores commands to its light. */
  stubborn: boolean;
  requestedDevices: unknown[];
}
let room: Room;

/** The part of a camera's track that the window uses; its light goes out with it, as in a phone. */
function trackOf(deviceId: string): MediaStreamTrack {
  const track = {
    addEventListener: () => undefined,
    getSettings: () => ({ deviceId }),
    getCapabilities: () => (room.cameras[deviceId] ? { torch: true } : {}),
    applyConstraints: async ({ advanced: [constraint] }: { advanced: [{ torch: boolean }] }) => {
      if (room.stubborn) throw new DOMException('busy', 'NotReadableError');
      room.lit = constraint.torch;
    },
    stop: () => {
      room.lit = false;
    },
  };
  // Type assertion: happy-dom has no tracks.
  return track as unknown as MediaStreamTrack;
}

async function openCamera({ video }: { video: { deviceId?: { exact: string } } }): Promise<MediaStream> {
  room.requestedDevices.push(video.deviceId?.exact ?? 'any');
  const constraint = video.deviceId?.exact ?? Object.keys(room.cameras)[0];
  if (constraint === undefined || !(constraint in room.cameras))
    throw new DOMException('gone', 'OverconstrainedError');
  const tracks = [trackOf(constraint)];
  return { getTracks: () => tracks, getVideoTracks: () => tracks } as unknown as MediaStream;
}

beforeEach(() => {
  localStorage.clear();
  room = { cameras: { back: true }, lit: false, stubborn: false, requestedDevices: [] };
  const enumerateDevices = async () =>
    Object.keys(room.cameras).map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }));
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: openCamera, enumerateDevices },
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, writable: true });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.restoreAllMocks();
});

const show = (open = true) => <CameraScanner open={open} onClose={() => undefined} />;
const running = () => screen.findByText(/Hold the code in the frame/);

test('the light of a camera is switched by its button, and goes out when the window closes', async () => {
  const { rerender } = render(show());
  await userEvent.click(await screen.findByRole('button', { name: 'Turn the light on' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Turn the light off' }));
  expect(room.lit).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn the light on' }));
  await screen.findByRole('button', { name: 'Turn the light off' });
  expect(room.lit).toBe(true);
  rerender(show(false));
  expect(room.lit).toBe(false);
});

test('a light that does not switch is reported, and its button remains', async () => {
  room.stubborn = true;
  render(show());
  await userEvent.click(await screen.findByRole('button', { name: 'Turn the light on' }));
  expect(await screen.findByText('The light of this camera did not switch.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Turn the light on' })).toBeTruthy();
});

test('a camera without a light shows no button for one', async () => {
  room.cameras = { back: true, front: false };
  render(show());
  await running();
  await userEvent.selectOptions(screen.getByLabelText('Camera'), 'front');
  await waitFor(() => expect(room.requestedDevices).toEqual(['any', 'front']));
  await running();
  expect(screen.queryByRole('button', { name: /light/ })).toBeNull();
});

test('another camera replaces the chosen one when that is gone, and is named', async () => {
  localStorage.setItem('benchside.camera', 'unplugged');
  room.cameras = { back: true, front: false };
  render(show());
  await running();
  expect(room.requestedDevices).toEqual(['unplugged', 'any']);
  expect(screen.getByLabelText<HTMLSelectElement>('Camera').value).toBe('back');
});
