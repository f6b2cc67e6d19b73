import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { buildLoadingWorld } from '#db/factories/benches/loading-bench.ts';
import { buildFlowCell } from '#db/factories/build-sequencing.ts';
import type { LabelContent } from '#db/labels/label-kind.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { operationNamed } from '#db/operations.ts';
import { flowCell } from '#db/sequencing/flow-cells/flow-cell.ts';
import { flowCellUse } from '#db/sequencing/flow-cells/flow-cell-use.ts';
import { FlowCellsPage } from '#pwa/features/sequencing/flow-cells/flow-cells-page.tsx';
import { PrintLabelsContext } from '#pwa/printing/use-print-labels.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { LoadingPanel } from './loading-panel.tsx';

const user = userEvent.setup();
const scanBus = createScanBus({ repeatWindowMs: () => 0 });
let bench: Replica;
let server: ModelServer;
let deviceCount = 0;
let printedLabels: readonly LabelContent[] = [];

/** Show a screen on a device that has synced once and works without a network. */
async function show(screenPart: React.ReactNode, world: MemoryWorld = buildLoadingWorld()): Promise<void> {
  saveScannerSettings({ muted: true });
  server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `loading-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  renderInRouter(
    <ScanBusContext value={scanBus}>
      <PrintLabelsContext
        value={async ({ labels }) => {
          printedLabels = labels;
          return true;
        }}
      >
        <ReplicaProvider replica={bench}>{screenPart}</ReplicaProvider>
      </PrintLabelsContext>
    </ScanBusContext>,
  );
}
afterEach(() => bench.close());

const scan = (code: string) => act(async () => void scanBus.publish(code, 'hand'));
const openDialog = async (button: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog');
};

test('the volumes of a pool are shown before it is made; then it is loaded by scans', async () => {
  await show(<LoadingPanel batchId="seq-1" sampleSheet={null} />);
  const pool = await openDialog('Make pool');
  const volume = within(pool).getByLabelText(/Volume of the pool/);
  await user.clear(volume);
  await user.type(volume, '40');
  await within(pool).findByText('Pool: 40 µL, 20 ng/µL, 121.2122 fmol');
  expect(within(pool).getAllByText('20 µL')).toHaveLength(2);
  await user.click(within(pool).getByRole('button', { name: 'Make pool' }));
  const label = (await screen.findAllByText(/^W26325-S01-P/))[0]?.textContent ?? '';
  await user.click(screen.getByRole('button', { name: `Print label of ${label}` }));
  expect(printedLabels).toEqual([{ barcode: label, lines: ['Pool of 2 libraries'] }]);

  const dialog = await openDialog('Load flow cell');
  const confirm = within(dialog).getByRole('button', { name: 'Load flow cell' });
  expect(confirm).toHaveProperty('disabled', true);
  for (const code of [label, 'PAO99309', 'PC24B148']) await scan(code);
  await user.type(within(dialog).getByLabelText(/Loaded volume/), '32');
  await user.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('PAO99309');
  await screen.findByText('PromethION 24 1A');

  await syncOnce(bench);
  expect(server.world.all(flowCellUse)).toMatchObject([
    { loadedVolume: '32', positionName: '1A', samples: [{ sampleId: 's1' }, { sampleId: 's2' }] },
  ]);
});

test('a code of something else, and a barcode that was used, are told at once', async () => {
  const world = buildLoadingWorld();
  const history = { useCount: 1, barcodesUsed: ['NB01'], washedAt: '2026-11-20T10:00:00.000Z' };
  world.putRow(flowCell, buildFlowCell(history));
  await show(<LoadingPanel batchId="seq-1" sampleSheet={null} />, world);
  const dialog = await openDialog('Load flow cell');
  await scan('W26325-0099-01');
  await within(dialog).findByText('Nothing to load has this code');
  for (const code of ['W26325-0001-01', 'PAO99309', 'PC24B148']) await scan(code);
  await user.type(within(dialog).getByLabelText(/Loaded volume/), '12');
  await user.click(within(dialog).getByRole('button', { name: 'Load flow cell' }));
  await within(dialog).findByText(/Barcode NB01 was used on this flow cell/);
  await user.type(within(dialog).getByLabelText(/Reason/), 'The same specimen');
  await user.click(within(dialog).getByRole('button', { name: 'Load flow cell' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await syncOnce(bench);
  expect(server.world.all(flowCellUse)).toMatchObject([{ overrideReason: 'The same specimen' }]);
});

test('a flow cell is received and checked by its scan, and too few pores open a claim', async () => {
  await show(<FlowCellsPage />);
  await screen.findByText('PAO99309');
  await scan('PBE19507');
  const receipt = await screen.findByRole('dialog', { name: 'Receive flow cell' });
  await scan('FLO-PRO114M');
  await user.click(within(receipt).getByRole('button', { name: 'Receive flow cell' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('PBE19507');
  await scan('PBE19507');
  const cell = await screen.findByRole('dialog', { name: 'Flow cell PBE19507' });
  expect(within(cell).queryByRole('button', { name: 'Record wash' })).toBeNull();
  await user.click(within(cell).getByRole('button', { name: 'Check pores' }));
  const check = await screen.findByRole('dialog', { name: 'Check PBE19507' });
  await user.type(within(check).getByLabelText(/Pores/), '4200');
  await user.click(within(check).getByRole('button', { name: 'Save pores' }));
  await screen.findByText('Claim open');
  await syncOnce(bench);
  const received = server.world.all(flowCell).find(({ flowCellId }) => flowCellId === 'PBE19507');
  expect(received).toMatchObject({
    productCode: 'FLO-PRO114M',
    poresAtCheck: 4200,
    warrantyClaim: 'OPEN',
  });
});

test('flow cells that may still arrive are not said to be missing', async () => {
  const world = buildLoadingWorld();
  for (const row of world.all(flowCell)) world.putRow(flowCell, { ...row, deleted: true });
  await show(<FlowCellsPage />, world);
  await screen.findByLabelText('Loading the flow cells');
  expect(screen.queryByText('No flow cells')).toBeNull();
  await screen.findByText('No flow cells', {}, { timeout: 8_000 });
}, 15_000);
