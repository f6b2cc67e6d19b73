import { act, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScanningPage } from '#pwa/testing/feed-keys.tsx';
import { createSimulatedKeyboard, type SimulatedKeyboard } from '#pwa/testing/simulated-keyboard.ts';
import { DEFAULT_SCANNER_SETTINGS, saveScannerSettings } from './scanner-settings.ts';

const GAPS = [4, 36, 60, 80];

let keyboard: SimulatedKeyboard;
let codes: string[] = [];
/** Records every effect of a key on the page. */
let actions: string[] = [];

/** A text that is saved on blur, like the values of a section. */
function SavedNote() {
  const [text, setText] = useState('seen');
  const saved = useRef('seen');
  const leave = (): void => {
    if (text === saved.current) return;
    saved.current = text;
    actions.push(`saved ${text}`);
  };
  return (
    <input
      aria-label="Saved note"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
    />
  );
}

const savedNote = () => screen.getByLabelText<HTMLInputElement>('Saved note');

const show = () =>
  render(
    <ScanningPage onScan={(scan) => codes.push(`${scan.source} ${scan.code}`)}>
      <button type="button" onClick={() => actions.push('button')}>
        Button
      </button>
      <SavedNote />
    </ScanningPage>,
  );
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

beforeEach(() => {
  vi.useFakeTimers();
  codes = [];
  actions = [];
  saveScannerSettings({ ...DEFAULT_SCANNER_SETTINGS, muted: true });
  keyboard = createSimulatedKeyboard({ elapse: (ms) => act(() => void vi.advanceTimersByTime(ms)) });
});
afterEach(() => vi.useRealTimers());

test.each(GAPS)(
  'a text field that loses focus during a scan of %i ms per key saves none of its letters',
  async (gapMs) => {
    show();
    for (const at of [1, 2, 3, 5, 9]) {
      savedNote().focus();
      keyboard.scan('M26325-0007', {
        gapMs,
        before: (index) => index === at && act(() => screen.getByRole('button', { name: 'Button' }).focus()),
      });
      keyboard.wait(2_000);
    }
    await settle();
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'hand M26325-0007'));
    expect(actions).toEqual([]);
    expect(savedNote().value).toBe('seen');
  },
);

test('text typed right before a text field loses focus is saved a moment later', () => {
  show();
  for (const [gapMs, text] of [
    [120, 'well'],
    [70, 'ok'],
    [0, 'x'],
  ] as const) {
    actions = [];
    act(() => savedNote().focus());
    act(() => savedNote().setSelectionRange(4, 4));
    const before = savedNote().value;
    keyboard.wait(2_000);
    for (const character of text) keyboard.press(character, gapMs);
    keyboard.wait(30);
    act(() => screen.getByRole('button', { name: 'Button' }).focus());
    keyboard.wait(200);
    expect(savedNote().value).toBe(`${before.slice(0, 4)}${text}${before.slice(4)}`);
    expect(actions).toEqual([`saved ${savedNote().value}`]);
  }
});

test('a button pressed right after the last letter acts on the typed text', () => {
  show();
  act(() => savedNote().focus());
  keyboard.wait(2_000);
  keyboard.press('x');
  keyboard.wait(30);
  act(() => screen.getByRole('button', { name: 'Button' }).focus());
  keyboard.wait(80);
  act(() => screen.getByRole('button', { name: 'Button' }).click());
  expect(actions).toEqual([`saved ${savedNote().value}`, 'button']);
  expect(savedNote().value).toContain('x');
});
