import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { useBatchView } from '#pwa/features/batches/batch-page.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { DEFAULT_SCANNER_SETTINGS, saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { UnreadScanNotice } from '#pwa/scanning/unread-scan-notice.tsx';
import { ScanBusContext, useHandScanner } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { createSimulatedKeyboard, type SimulatedKeyboard } from '#pwa/testing/simulated-keyboard.ts';
import { PlateEditor } from './plate-editor.tsx';

const BATCH = 'batch-1';
let bench: Replica;
let bus: ScanBus;
let keyboard: SimulatedKeyboard;
let deviceCount = 0;

beforeEach(async () => {
  saveScannerSettings({ ...DEFAULT_SCANNER_SETTINGS, muted: true });
  keyboard = createSimulatedKeyboard();
  bus = createScanBus({ repeatWindowMs: () => 1500 });
  const server = new ModelServer(operationNamed);
  const lab = buildBatchWorld({ procedure: { negativeControls: 1 } });
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `plate-scan-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  const updatedAt = new Date().toISOString();
  const value = ['s1', 's2', 's3'];
  await bench.store.side.drafts.put({ key: `plate-selection:${BATCH}`, value, updatedAt });
});

afterEach(() => {
  cleanup();
  bench.close();
});

function Plate() {
  useHandScanner();
  const view = useBatchView(BATCH);
  return (
    <>
      {view && <PlateEditor view={view} />}
      <UnreadScanNotice />
    </>
  );
}

async function show(): Promise<void> {
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <Plate />
      </ScanBusContext>
    </ReplicaProvider>,
  );
  await screen.findByRole('button', { name: 'Fill 4 wells' });
}

const rowOfSample = async (id: string) => rowOf(sample, (await readShown(bench, 'samples', id))?.body ?? {});
const verdict = () => document.querySelector('[data-verdict]');
const wells = async () => {
  const wellById: Record<string, string | null> = {};
  for (const id of ['s1', 's2', 's3']) wellById[id] = (await rowOfSample(id)).plateLocation;
  return wellById;
};
const focused = () => document.activeElement;
const scan = (code: string, gapMs: number, prefix?: string) =>
  act(async () => keyboard.scan(code, { gapMs, ...(prefix === undefined ? {} : { prefix }) }));

test.each([
  [4, ''],
  [30, ''],
  [60, ''],
  [80, ''],
  [120, 'F13'],
  [60, '~'],
])(
  'a tube scanned at %i ms per character with prefix "%s" after a button press goes to the scanned well only',
  async (gapMs, prefix) => {
    saveScannerSettings({ prefix });
    await show();
    const tube = (await rowOfSample('s1')).barcode;
    const button = screen.getByRole('button', { name: 'Larger wells' });
    button.focus();
    await act(async () => keyboard.press('Enter', 500));
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await scan(tube, gapMs, prefix || undefined);
    await waitFor(() => expect(verdict()?.textContent).toContain(`${tube}: scan its well`));
    expect(focused()).toBe(button);
    await scan('A2', gapMs, prefix || undefined);
    await waitFor(() => expect(verdict()?.textContent).toContain(`${tube} is in A2`));
    expect(verdict()?.getAttribute('data-verdict')).toBe('ok');
    expect(await wells()).toEqual({ s1: 'A2', s2: null, s3: null });
    expect(button.getAttribute('aria-pressed')).toBe('true');
  },
);

test.each([4, 60, 80])(
  'a well label scanned at %i ms per character with the focus on another well goes to its own well',
  async (gapMs) => {
    await show();
    const tube = (await rowOfSample('s1')).barcode;
    await act(async () => screen.getByRole('button', { name: `Place ${tube}` }).click());
    const cell = document.querySelector<HTMLElement>('[data-position="H1"]');
    await act(async () => cell?.focus());
    await scan('H12', gapMs);
    await waitFor(() => expect(verdict()?.textContent).toContain(`${tube} is in H12`));
    await scan((await rowOfSample('s2')).barcode, gapMs);
    await waitFor(() => expect(verdict()?.textContent).toContain('scan its well'));
    expect(focused()).toBe(cell);
    await scan('A2', gapMs);
    await waitFor(() => expect(verdict()?.textContent).toContain('is in A2'));
    expect(await wells()).toEqual({ s1: 'H12', s2: 'A2', s3: null });
  },
);

test('a well label without its last character places nothing and is reported as incomplete', async () => {
  await show();
  await scan((await rowOfSample('s1')).barcode, 4);
  await waitFor(() => expect(verdict()?.textContent).toContain('scan its well'));
  await act(async () => document.querySelector<HTMLElement>('[data-position="H1"]')?.focus());
  await scan('A', 4);
  expect(document.querySelector('[aria-live=assertive]')?.textContent).toBe(
    'A scan was not read completely. Scan again.',
  );
  await scan('A2', 4);
  await waitFor(() => expect(verdict()?.textContent).toContain('is in A2'));
  expect(screen.queryByText('A scan was not read completely. Scan again.')).toBeNull();
  expect(await wells()).toEqual({ s1: 'A2', s2: null, s3: null });
});

test('a keyboard user puts a scanned tube into the focused well with Enter', async () => {
  await show();
  const tube = (await rowOfSample('s1')).barcode;
  await scan(tube, 4);
  await waitFor(() => expect(verdict()?.textContent).toContain('scan its well'));
  await act(async () => document.querySelector<HTMLElement>('[data-position="H1"]')?.focus());
  await act(async () => keyboard.press('ArrowRight', 900));
  await act(async () => keyboard.press('Enter', 300));
  await waitFor(() => expect(verdict()?.textContent).toContain(`${tube} is in H2`));
});
