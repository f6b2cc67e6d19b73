import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BOB } from '#db/factories/benches/build-batch-world.ts';
import { ELUTION } from '#db/factories/benches/section-operations.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import type { ModelServer } from '#pwa/testing/model-server.ts';
import { openScannedSection, recordedValues, showSection } from '#pwa/testing/section-screen.tsx';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { createSimulatedKeyboard } from '#pwa/testing/simulated-keyboard.ts';

let server: ModelServer;
let bench: Replica;
let bus: ScanBus;
let now = 0;
const user = userEvent.setup();

beforeEach(async () => {
  saveScannerSettings({ muted: true, prefix: '', suffix: 'any', gapMs: 35, minLength: 4 });
  ({ server, bench } = await openScannedSection());
  now = 1_000_000;
  bus = createScanBus({ repeatWindowMs: () => 1500, now: () => now });
  await showSection(bench, bus);
});

afterEach(() => bench.close());

const keyboard = createSimulatedKeyboard();
/** Scan with the hand scanner and wait until the scan is handled. */
async function scan(code: string): Promise<void> {
  now += 10_000;
  keyboard.scan(code, { gapMs: 4 });
  await waitFor(() => expect(bus.waiting()).toBe(0));
}
const cell = (label: string, tube = '0001'): HTMLElement =>
  screen.getByLabelText(`${label} of W26325-${tube}-01`);
const verdict = () => document.querySelector<HTMLElement>('[data-verdict]');
const readVerdict = (): string => {
  const verdictParts = [...(verdict()?.querySelectorAll('p.font-bold, .flex-1:not(.min-w-0)') ?? [])];
  return `${verdict()?.dataset['verdict']}: ${verdictParts.map((one) => one.textContent).join('. ')}`;
};
const recorded = (fieldId: string, sampleId: string | null = 's1') =>
  recordedValues(bench, fieldId, sampleId);
const question = () => screen.findByRole('dialog');
const noQuestion = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
async function scanned(code: string, label = 'Index'): Promise<void> {
  act(() => cell(label).focus());
  await scan(code);
  await waitFor(() => expect(readVerdict()).toContain(`ok: ${code} in A1`));
  await waitFor(() => expect(cell(label)).toHaveProperty('value', code));
}
/** Correct the code of well A1 as Bob on another device. */
async function colleagueCorrects(value: string): Promise<void> {
  const bob = await openDevice({ name: `bob-${performance.now()}`, actor: BOB, send: server.sendAs(BOB) });
  await syncOnce(bob);
  const place = { assignedSectionId: ELUTION, fieldId: 'index', sampleId: 's1' };
  await bob.run('correct-field-value', { ...place, value, inputMethod: 'TYPED', changeReason: 'Wrong well' });
  await syncOnce(bob);
  bob.close();
}
/** The focus leaves the values and returns, as when a user does something else. */
const returnTo = (label = 'Index') =>
  act(() => {
    cell(label).blur();
    cell(label).focus();
  });

test('a scan into a filled barcode field asks with both codes and records nothing until it is answered', async () => {
  await scanned('NB04');
  returnTo();
  await scan('NB20');
  const dialog = within(await question());
  expect(readVerdict()).toBe('warning: A1 has a value already. Nothing was recorded.');
  dialog.getByText('NB04');
  dialog.getByText('NB20');
  expect(await recorded('index')).toEqual(['NB04']);
  expect(document.activeElement?.textContent).not.toContain('Replace with');
  await user.keyboard('{Escape}');
  await noQuestion();
  await waitFor(() => expect(readVerdict()).toBe('repeat: A1 stays NB04'));
  expect(await recorded('index')).toEqual(['NB04']);
  expect(cell('Index')).toHaveProperty('value', 'NB04');
});

test('a field with a code scanned over another shows the recorded code and writes nothing back', async () => {
  await scanned('NB04');
  returnTo();
  await scan('NB20');
  await user.click(within(await question()).getByRole('button', { name: 'Replace with NB20' }));
  await noQuestion();
  await waitFor(() => expect(readVerdict()).toBe('ok: NB20 in A1. Instead of NB04.'));
  await waitFor(() => expect(cell('Index')).toHaveProperty('value', 'NB20'));
  act(() => cell('Index').focus());
  act(() => cell('Remark').focus());
  await act(() => Promise.resolve());
  expect(cell('Index')).toHaveProperty('value', 'NB20');
  expect(await recorded('index')).toEqual(['NB04', 'NB20']);
});

test('the new code scanned again replaces, the recorded code keeps, any other waits for the answer', async () => {
  await scanned('NB04');
  returnTo();
  await scan('NB20');
  await question();
  await scan('NB30');
  expect(readVerdict()).toContain('error: Answer the question first');
  await scan('NB04');
  await noQuestion();
  expect(await recorded('index')).toEqual(['NB04']);
  returnTo();
  await scan('NB20');
  await question();
  await scan('NB20');
  await noQuestion();
  await waitFor(() => expect(readVerdict()).toBe('ok: NB20 in A1. Instead of NB04.'));
  expect(await recorded('index')).toEqual(['NB04', 'NB20']);
});

test('a double pull of the trigger answers no question', async () => {
  await scanned('NB04');
  returnTo();
  now += 10_000;
  keyboard.scan('NB20', { gapMs: 4 });
  keyboard.scan('NB20', { gapMs: 4 });
  await waitFor(() => expect(bus.waiting()).toBe(0));
  await question();
  expect(await recorded('index')).toEqual(['NB04']);
});

test('a lot scanned into a filled well asks, and the same lot again is a repeat', async () => {
  act(() => cell('Enzyme').focus());
  await scan('LOT-E1');
  await waitFor(() => expect(readVerdict()).toContain('ok: LOT-E1 in A1'));
  returnTo('Enzyme');
  await scan('LOT-E1');
  await waitFor(() => expect(readVerdict()).toContain('repeat: LOT-E1 is recorded in A1 already'));
  returnTo('Enzyme');
  await scan('LOT-E2');
  within(await question()).getByText('E1');
  expect(await recorded('enzyme')).toEqual(['E1']);
});

test('a code for the filled field of the batch also asks without a focused field', async () => {
  await scan('NB04');
  await waitFor(() => expect(readVerdict()).toContain('ok: NB04 in A1'));
  const kit = screen.getByLabelText(/^Kit/);
  act(() => kit.focus());
  await scan('NB07');
  await waitFor(() => expect(readVerdict()).toBe('ok: Kit: NB07'));
  act(() => kit.blur());
  act(() => kit.focus());
  await scan('NB08');
  within(await question()).getByText('NB07');
  expect(await recorded('kit', null)).toEqual(['NB07']);
});

test('a value that a colleague changed during the focus is not written back on blur', async () => {
  await scanned('NB04');
  await act(() => syncOnce(bench));
  returnTo();
  await colleagueCorrects('NB11');
  await act(() => syncOnce(bench));
  await waitFor(() => expect(cell('Index')).toHaveProperty('value', 'NB11'));
  act(() => cell('Remark').focus());
  await act(() => Promise.resolve());
  expect(await recorded('index')).toEqual(['NB04', 'NB11']);
});

test('a code typed over a value that a colleague changed meanwhile asks with the current value', async () => {
  await scanned('NB04');
  await act(() => syncOnce(bench));
  returnTo();
  for (const key of 'NB05') keyboard.press(key, 300);
  expect(cell('Index')).toHaveProperty('value', 'NB05');
  await colleagueCorrects('NB11');
  await act(() => syncOnce(bench));
  act(() => cell('Remark').focus());
  const dialog = within(await question());
  dialog.getByText('NB11');
  expect(await recorded('index')).toEqual(['NB04', 'NB11']);
});

test('a code that is typed but not committed is recorded before the next scan, which then asks', async () => {
  act(() => cell('Index').focus());
  await user.paste('NB05');
  await scan('NB20');
  const dialog = within(await question());
  dialog.getByText('NB05');
  expect(await recorded('index')).toEqual(['NB05']);
});

test('a scan of a wrong code leaves the recorded one in its field', async () => {
  await scanned('NB04');
  returnTo();
  await scan('LOT-E1');
  await waitFor(() => expect(readVerdict()).toContain('error: Expected a DNA barcode'));
  expect(cell('Index')).toHaveProperty('value', 'NB04');
});

test('scanning a tube of the batch goes to its row, and the next code is recorded there', async () => {
  await scan('W26325-0002-01');
  expect(readVerdict()).toBe('ok: W26325-0002-01 is in B1');
  expect(document.activeElement).toBe(cell('Index', '0002'));
  await scan('NB09');
  await waitFor(async () => expect(await recorded('index', 's2')).toEqual(['NB09']));
  expect(await recorded('index', 's1')).toEqual([]);
});

test('a barcode of the plate is shown in the section, and another one is asked about', async () => {
  await act(async () => {
    await bench.run('set-dna-barcodes', { batchId: 'batch-1', barcodes: [{ id: 's1', dnaBarcode: 'NB11' }] });
  });
  await waitFor(() => expect(cell('Index')).toHaveProperty('value', 'NB11'));
  expect(screen.getByText('From the plate.')).toBeTruthy();
  act(() => cell('Index').focus());
  await scan('NB12');
  const dialog = within(await question());
  expect(readVerdict()).toContain('A1 has a value already. Nothing was recorded.');
  dialog.getByText('NB11');
  await user.type(dialog.getByLabelText(/Reason/), 'Other strip');
  await user.click(dialog.getByRole('button', { name: 'Correct the value' }));
  await waitFor(async () => expect((await recorded('index')).at(-1)).toBe('NB12'));
});
