// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveScannerSettings } from './keys/scanner-settings.ts';
import { createScanBus, type Scan } from './scan-bus.ts';
import { ScanField } from './scan-field.tsx';
import { ScanBusContext, useHandScanner, useScan } from './use-scan.ts';

let scans: Scan[] = [];
let submitted = 0;
let clock = 1000;

const Take = () => {
  useHandScanner();
  useScan((scan) => void scans.push(scan));
  return null;
};

const Form = () => {
  const [note, setNote] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <label>
        Note <input value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <ScanField label="Tube" autoFocus />
      <output data-testid="kept">{note}</output>
    </form>
  );
};

const show = () => {
  const bus = createScanBus({ repeatWindowMs: () => 1500 });
  render(
    <ScanBusContext value={bus}>
      <Take />
      <Form />
    </ScanBusContext>,
  );
};

/** Press a key as a browser does: the letter reaches the focused field unless a listener prevents it. */
const press = (key: string, gap: number, extra: KeyboardEventInit = {}) => {
  clock += gap;
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    cancelable: true,
    ...extra,
  });
  Object.defineProperty(event, 'timeStamp', { value: clock });
  const field = document.activeElement ?? document.body;
  const allowed = fireEvent(field, event);
  if (!(field instanceof HTMLInputElement) || !allowed) return allowed;
  if (key.length === 1 && !extra.ctrlKey) fireEvent.input(field, { target: { value: field.value + key } });
  if (key === 'Enter' && field.form) fireEvent.submit(field.form);
  return allowed;
};
const pressAll = (keys: readonly string[], gap: number) => keys.forEach((key) => void press(key, gap));
const note = () => screen.getByLabelText<HTMLInputElement>(/Note/);
const delivered = async (count: number) => {
  for (let tick = 0; tick < 2000 && scans.length < count; tick += 1) await Promise.resolve();
  return scans.map((scan) => `${scan.source} ${scan.code}`);
};

beforeEach(() => {
  scans = [];
  submitted = 0;
  clock += 10_000;
  saveScannerSettings({ prefix: '', suffix: 'any', gapMs: 35, minLength: 4 });
});
afterEach(cleanup);

test('a scan with a focused note leaves the note unchanged and submits nothing', async () => {
  show();
  note().focus();
  pressAll([...'see '], 150);
  clock += 500;
  pressAll([...'W26325-0007-01', 'Enter'], 6);
  expect(await delivered(1)).toEqual(['hand W26325-0007-01']);
  expect(note().value).toBe('see ');
  expect(screen.getByTestId('kept').textContent).toBe('see ');
  expect(submitted).toBe(0);
});

test("a person's text in a note remains, and their Enter submits", async () => {
  show();
  note().focus();
  pressAll([...'tube looks odd', 'Enter'], 110);
  expect(note().value).toBe('tube looks odd');
  expect(submitted).toBe(1);
  expect(await delivered(1)).toEqual([]);
});

test('a scan without a focused element is received', async () => {
  show();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  pressAll([...'BOX-0012', 'Tab'], 5);
  expect(await delivered(1)).toEqual(['hand BOX-0012']);
});

test('96 scans at 100 ms into the focused scan field give 96 and leave it empty', async () => {
  show();
  for (let n = 0; n < 96; n += 1) {
    const code = `AB${10_000_000 + n}`;
    pressAll([...code, 'Enter'], 4);
    clock += 100 - 4 * 11;
  }
  expect(await delivered(96)).toHaveLength(96);
  expect(scans.filter((scan) => scan.repeat)).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Tube').value).toBe('');
  expect(await screen.findByText('96 scanned')).toBeTruthy();
  expect(submitted).toBe(0);
});

test('the letters of a scan are not written into the scan field, those of a person are, complete and in order', async () => {
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Tube');
  const inputValues: string[] = [];
  field.addEventListener('input', () => inputValues.push(field.value));
  pressAll([...'W26325-0007-01', 'Enter'], 4);
  expect(await delivered(1)).toEqual(['hand W26325-0007-01']);
  expect(inputValues).toEqual([]);
  // Two hands on a keyboard press some keys nearly at once.
  for (const [key, gap] of [
    ['b', 300],
    ['o', 9],
    ['x', 90],
    ['-', 20],
    ['1', 120],
    ['2', 3],
  ] as const)
    press(key, gap);
  await waitFor(() => expect(field.value).toBe('box-12'));
  press('Enter', 150);
  expect(await delivered(2)).toEqual(['hand W26325-0007-01', 'typed BOX-12']);
});

test('a burst of letters without an end remains in the scan field', async () => {
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Tube');
  pressAll([...'W26325'], 4);
  await waitFor(() => expect(field.value).toBe('W26325'));
  note().focus();
  expect(await delivered(1)).toEqual([]);
});

test('Enter ends a code typed into the scan field and never submits the form', async () => {
  show();
  pressAll([...'box-12', 'Enter'], 140);
  expect(await delivered(1)).toEqual(['typed BOX-12']);
  expect(submitted).toBe(0);
});

test('the scan field reads a scanner that sends text without keys', async () => {
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Tube');
  press('Unidentified', 5, { keyCode: 229 });
  fireEvent.input(field, { target: { value: 'AB1001\tAB1002\tAB1003' } });
  press('Enter', 5);
  expect(await delivered(3)).toEqual(['hand AB1001', 'hand AB1002', 'hand AB1003']);
});

test('a scan with a printable prefix removes its prefix from the note', async () => {
  saveScannerSettings({ prefix: '~' });
  show();
  note().focus();
  pressAll(['a', 'b'], 150);
  clock += 500;
  pressAll([...'~W26325-0007-01', 'Enter'], 60);
  expect(await delivered(1)).toEqual(['hand W26325-0007-01']);
  expect(note().value).toBe('ab');
});

test('a slow scanner with a function key as prefix is recognized', async () => {
  saveScannerSettings({ prefix: 'F13' });
  show();
  note().focus();
  pressAll(['F13', ...'W26325-0007-01', 'Enter'], 250);
  expect(await delivered(1)).toEqual(['hand W26325-0007-01']);
  expect(note().value).toBe('');
  expect(submitted).toBe(0);
});

test('a device keeps its scanner settings', () => {
  saveScannerSettings({ prefix: 'F13', gapMs: 50 });
  expect(JSON.parse(localStorage.getItem('benchside.scanner') ?? '{}')).toMatchObject({
    prefix: 'F13',
    gapMs: 50,
  });
  expect(() => saveScannerSettings({ gapMs: 500 })).toThrow();
});

test('the soft keyboard stays hidden until the user wants to type', () => {
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Tube');
  expect(field.getAttribute('inputmode')).toBe('none');
  fireEvent.click(screen.getByRole('button', { name: 'Type' }));
  expect(field.getAttribute('inputmode')).toBe('text');
});

test('a code in two parts is read whole or not at all, never without its start', async () => {
  show();
  pressAll([...'NO'], 4);
  press('B', 400);
  pressAll([...'ODY-1', 'Enter'], 4);
  expect(await delivered(1)).toEqual(['hand NOBODY-1']);
  pressAll([...'EQ-'], 4);
  press('Q', 5_000);
  pressAll([...'B-01', 'Enter'], 4);
  expect(await delivered(2)).toEqual(['hand NOBODY-1', 'hand EQ-QB-01']);
  expect(screen.getByLabelText<HTMLInputElement>(/Tube/).value).toBe('');
});

test('a note being written is not part of the code scanned right after it', async () => {
  show();
  note().focus();
  pressAll([...'ok'], 150);
  press('W', 200);
  pressAll([...'26-004', 'Enter'], 4);
  expect(await delivered(1)).toEqual(['hand W26-004']);
  expect(note().value).toBe('ok');
});
