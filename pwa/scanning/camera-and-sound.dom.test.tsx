import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createViewWatch } from './camera/camera-loop.ts';
import { cameraAdvice } from './camera/use-camera.ts';
import { saveScannerSettings } from './keys/scanner-settings.ts';
import { playErrorUntilAcknowledged, playScanTone, TONES } from './scan-sound.ts';

describe('the camera', () => {
  test('counts a code once while it stays in view, and again after an absence', () => {
    const cameIntoView = createViewWatch(1500);
    const sightings = [0, 100, 1500, 2900, 4500].map((at) => cameIntoView('A-1', at));
    expect(sightings).toEqual([true, false, false, false, true]);
    expect(cameIntoView('B-2', 4500)).toBe(true);
  });

  test('explains what to do when it cannot be used', () => {
    expect(cameraAdvice(new DOMException('no', 'NotAllowedError'))).toMatch(
      /^The camera is blocked\. Allow it/,
    );
    expect(cameraAdvice(new DOMException('no', 'NotFoundError'))).toMatch(
      /^No camera was found\. Connect one/,
    );
    expect(cameraAdvice('?')).toMatch(/^The camera did not start\. Try again/);
  });
});

describe('scan sounds', () => {
  const vibrate = vi.fn(() => true);

  beforeEach(() => {
    vi.useFakeTimers();
    vibrate.mockClear();
    Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
    saveScannerSettings({ muted: false, vibration: true });
  });
  afterEach(() => void vi.useRealTimers());

  test('differ in pitch or number, so that nobody must look at the screen', () => {
    const tunes = Object.values(TONES).map(({ notes }) => notes.map(({ hertz }) => hertz).join(' '));
    expect(new Set(tunes).size).toBe(tunes.length);
    const vibrationPatterns = Object.values(TONES).map(({ vibration }) => vibration.join(' '));
    expect(new Set(vibrationPatterns).size).toBe(vibrationPatterns.length);
  });

  test('are as loud as the device says, and silent where sounds are off', () => {
    const gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
    const start = vi.fn();
    const node = { connect: (to: unknown) => to, start, stop: vi.fn(), frequency: { value: 0 }, gain };
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        state = 'running';
        createOscillator = () => node;
        createGain = () => node;
      },
    );
    saveScannerSettings({ volume: 100 });
    playScanTone('ok');
    expect(gain.setValueAtTime).toHaveBeenCalledWith(0.5, expect.any(Number));
    saveScannerSettings({ volume: 20 });
    playScanTone('ok');
    expect(gain.setValueAtTime).toHaveBeenCalledWith(0.1, expect.any(Number));
    saveScannerSettings({ muted: true, volume: 60 });
    start.mockClear();
    playScanTone('ok');
    expect(start).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  test('vibrate also where sounds are off, unless vibration is off too', () => {
    saveScannerSettings({ muted: true });
    playScanTone('error');
    expect(vibrate).toHaveBeenCalledTimes(1);
    saveScannerSettings({ vibration: false });
    playScanTone('error');
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  test('repeat an error until a user acknowledges it', () => {
    const acknowledged = vi.fn();
    const acknowledge = playErrorUntilAcknowledged(acknowledged, 4000);
    vi.advanceTimersByTime(8000);
    expect(vibrate).toHaveBeenCalledTimes(3);
    acknowledge();
    acknowledge();
    vi.advanceTimersByTime(8000);
    expect(vibrate).toHaveBeenCalledTimes(3);
    expect(acknowledged).toHaveBeenCalledTimes(1);
  });
});
