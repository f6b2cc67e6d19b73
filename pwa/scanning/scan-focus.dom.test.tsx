import { act, fireEvent, render, screen } from '@testing-library/react';
import { type KeyboardEvent, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScanningPage } from '#pwa/testing/feed-keys.tsx';
import { createSimulatedKeyboard, type SimulatedKeyboard } from '#pwa/testing/simulated-keyboard.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { DEFAULT_SCANNER_SETTINGS, saveScannerSettings } from './keys/scanner-settings.ts';
import { ScanField } from './scan-field.tsx';
import { useScan } from './use-scan.ts';

const INCOMPLETE = 'A scan was not read completely. Scan again.';
const CODE = 'M26325-0007 Y1';
const GAPS = [4, 36, 60, 80];

let keyboard: SimulatedKeyboard;
let codes: string[] = [];
/** Records every effect of a key on the page. */
let actions: string[] = [];

function Controls() {
  const [room, setRoom] = useState('a');
  const did = (actionName: string) => () => void actions.push(actionName);
  const key = (event: KeyboardEvent): void => void actions.push(`key ${event.key}`);
  return (
    <form onSubmit={did('submit')}>
      <button
        type="button"
        onClick={did('button')}
        onKeyDown={key}
        onKeyUp={(event) => event.key === ' ' && did('up')()}
      >
        Button
      </button>
      <button type="submit">Save</button>
      {/* biome-ignore lint/a11y/useValidAnchor: the test counts how often the link is followed */}
      <a href="#samples" onClick={did('link')}>
        Samples
      </a>
      <input type="radio" name="place" aria-label="Shelf" defaultChecked onChange={did('shelf')} />
      <input type="radio" name="place" aria-label="Rack" onChange={did('rack')} />
      <input type="checkbox" aria-label="Leaking" onChange={did('checkbox')} />
      <select
        aria-label="Room"
        value={room}
        onChange={(event) => {
          actions.push(`select ${event.target.value}`);
          setRoom(event.target.value);
        }}
      >
        <option value="a">Archive</option>
        <option value="m">Main lab</option>
        <option value="y">Yard</option>
      </select>
      {/* biome-ignore lint/a11y/useSemanticElements: the plate is built like this */}
      <div role="gridcell" tabIndex={0} onKeyDown={key}>
        A1
      </div>
      <input aria-label="Read only" readOnly defaultValue="W1" onKeyDown={key} />
    </form>
  );
}

function FailingScreen() {
  useScan(() => {
    throw new Error('broken');
  });
  return null;
}

const CONTROLS: readonly (readonly [string, string])[] = [
  ['button', 'Button'],
  ['button', 'Save'],
  ['link', 'Samples'],
  ['radio', 'Shelf'],
  ['checkbox', 'Leaking'],
  ['combobox', 'Room'],
  ['gridcell', 'A1'],
  ['textbox', 'Read only'],
];

const show = (page: React.ReactNode = <Controls />, onError?: () => void) =>
  render(
    <ScanningPage onScan={(scan) => codes.push(`${scan.source} ${scan.code}`)} onError={onError}>
      {page}
    </ScanningPage>,
  );
/** Advance the page's timers, as a scanner's gaps do. */
const elapse = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const alertText = () => document.querySelector('[aria-live=assertive]')?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  codes = [];
  actions = [];
  saveScannerSettings({ ...DEFAULT_SCANNER_SETTINGS, muted: true });
  keyboard = createSimulatedKeyboard({ elapse });
});
afterEach(() => vi.useRealTimers());

test.each(CONTROLS)(
  'a scan at any speed with the focus on the %s "%s" is received and has no effect there',
  async (role, name) => {
    show();
    const control = screen.getByRole(role, { name });
    control.focus();
    for (const gapMs of GAPS) {
      for (const suffix of ['Enter', 'Tab'] as const) keyboard.scan(CODE, { gapMs, suffix });
      keyboard.wait(2_000);
    }
    await settle();
    expect(codes).toEqual(GAPS.flatMap(() => [`hand ${CODE}`, `hand ${CODE}`]));
    expect(actions).toEqual([]);
    expect(document.activeElement).toBe(control);
    expect(alertText()).toBe('');
  },
);

test.each(CONTROLS)(
  'a short scan with the focus on the %s "%s" has no effect there and is reported as unknown',
  (role, name) => {
    show();
    screen.getByRole(role, { name }).focus();
    for (const gapMs of GAPS) {
      keyboard.scan('M2', { gapMs });
      expect(alertText()).toBe('Unknown scan. Scan again.M2');
      keyboard.wait(2_000);
    }
    expect(actions).toEqual([]);
    expect(codes).toEqual([]);
  },
);

test('a scan without its end presses nothing, is reported as incomplete, and the next scan is read', async () => {
  show();
  screen.getByRole('button', { name: 'Button' }).focus();
  keyboard.scan('M26325', { gapMs: 60, suffix: 'none' });
  expect(alertText()).toBe('');
  keyboard.wait(1_100);
  expect(alertText()).toBe(INCOMPLETE);
  keyboard.scan(CODE, { gapMs: 60 });
  await settle();
  expect(alertText()).toBe('');
  expect(codes).toEqual([`hand ${CODE}`]);
  expect(actions).toEqual([]);
});

test("the message about an unread scan disappears with the user's next press", () => {
  show();
  keyboard.scan('M2', { gapMs: 4 });
  expect(alertText()).toContain('Unknown scan');
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Button' }));
  expect(alertText()).toBe('');
});

test('a scan during which the focus moves has no effect at the old or new focus', async () => {
  const places = ['Button', 'Leaking', 'Tube', 'Note', 'Rack'];
  show(
    <>
      <Controls />
      <ScanField label="Tube" />
      <textarea aria-label="Note" defaultValue="seen" />
    </>,
  );
  const field = (name: string): HTMLElement =>
    name === 'Button' ? screen.getByRole('button', { name }) : screen.getByLabelText(name);
  for (const from of places)
    for (const to of places)
      for (const gapMs of [4, 60]) {
        field(from).focus();
        keyboard.scan('M26325-0007', { gapMs, before: (index) => index === 5 && field(to).focus() });
        keyboard.wait(2_000);
      }
  await settle();
  expect(new Set(codes)).toEqual(new Set(['hand M26325-0007']));
  expect(codes).toHaveLength(places.length * places.length * 2);
  expect(actions).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('seen');
  expect(screen.getByLabelText<HTMLInputElement>('Tube').value).toBe('');
});

test('a scan presses no button of a dialog, at any speed', async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  show(
    <ConfirmDialog open title="Dispose?" confirmLabel="Dispose" onConfirm={onConfirm} onClose={onClose} />,
  );
  await settle();
  for (const name of ['Dispose', 'Cancel', 'Close'])
    for (const gapMs of GAPS) {
      screen.getByRole('button', { name }).focus();
      keyboard.scan(CODE, { gapMs });
      keyboard.scan('A2', { gapMs });
    }
  await settle();
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  expect(codes).toHaveLength(3 * GAPS.length);
});

test('a keyboard user presses buttons, links, boxes and radios, and moves on with Tab', () => {
  show();
  screen.getByRole('button', { name: 'Button' }).focus();
  keyboard.press('Enter', 300);
  keyboard.press(' ', 300);
  expect(actions).toEqual(['key Enter', 'button', 'key  ', 'up', 'button']);
  actions = [];
  keyboard.press('Tab', 300);
  keyboard.press('Tab', 120);
  expect(document.activeElement).toBe(screen.getByRole('link'));
  keyboard.press('Enter', 200);
  keyboard.press('Tab', 200);
  keyboard.press('ArrowDown', 200);
  keyboard.press('Tab', 200);
  expect(actions).toEqual(['key Tab', 'link', 'rack']);
  screen.getByLabelText('Leaking').focus();
  keyboard.press(' ', 200);
  expect(actions).toEqual(['key Tab', 'link', 'rack', 'checkbox']);
});

test("a person's letter reaches the page a moment later, and before the next key", () => {
  show();
  screen.getByRole('gridcell').focus();
  keyboard.press('m', 500);
  keyboard.wait(100);
  expect(actions).toEqual([]);
  keyboard.wait(100);
  expect(actions).toEqual(['key m']);
  keyboard.press('m', 500);
  keyboard.press('ArrowDown', 60);
  expect(actions).toEqual(['key m', 'key m', 'key ArrowDown']);
});

test("a person's letter selects an option in a list", () => {
  show();
  screen.getByRole('combobox').focus();
  keyboard.press('y', 500);
  keyboard.wait(500);
  expect(actions).toEqual(['select y']);
});

test('an input method with unreadable keys presses nothing with its Enter and is reported as incomplete', () => {
  show();
  screen.getByRole('button', { name: 'Button' }).focus();
  keyboard.press('Unidentified', 500);
  keyboard.press('Unidentified', 5);
  actions = [];
  keyboard.press('Enter', 5);
  expect(actions).toEqual([]);
  expect(alertText()).toBe(INCOMPLETE);
});

test('a screen that fails on a scan shows an error', async () => {
  show(<FailingScreen />, () => undefined);
  keyboard.scan('W26325', { gapMs: 4 });
  await settle();
  expect(alertText()).toBe('The scan was not processed. Scan again.W26325');
});
