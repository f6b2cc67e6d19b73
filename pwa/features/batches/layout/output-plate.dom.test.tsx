import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { useBatchView } from '#pwa/features/batches/batch-page.tsx';
import { PrintLabelsContext } from '#pwa/printing/use-print-labels.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { scanBus } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useOutputPlate } from './use-output-plate.tsx';

const user = userEvent.setup();
const print = vi.fn(async () => true);
let bench: Replica;
let deviceCount = 0;

// An extraction of two tubes, completed; a room with a freezer and a shelf whose label is SHELF-1.
beforeEach(async () => {
  print.mockClear();
  const server = new ModelServer(operationNamed);
  const lab = await eluted();
  await sign(lab, ELUTION, by(ANN, 40));
  await runRule(lab, completeBatch, { batchId: 'batch-1' }, by(ANN, 41));
  const place = (id: string, more: object) =>
    lab.putRow(storageManagement, buildStorageManagement({ id, name: id, barcode: null, ...more }));
  place('hall', { type: 'ROOM', parentId: null, barcode: 'HALL-B' });
  place('freezer', { type: 'FREEZER', parentId: 'hall' });
  place('shelf', { type: 'SHELF', parentId: 'freezer', name: 'Shelf 1', barcode: 'SHELF-1' });
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `output-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
});

afterEach(() => bench.close());

function Live({ children }: { children(offer: () => void): React.ReactNode }) {
  const view = useBatchView('batch-1');
  return view ? <PanelHarness view={view}>{children}</PanelHarness> : null;
}

function PanelHarness({
  view,
  children,
}: {
  view: NonNullable<ReturnType<typeof useBatchView>>;
  children(offer: () => void): React.ReactNode;
}) {
  const plate = useOutputPlate(view);
  return (
    <>
      {children(plate.offer)}
      {plate.panel}
      {plate.dialog}
    </>
  );
}

const show = (): void => {
  renderInRouter(
    <PrintLabelsContext value={print}>
      <ReplicaProvider replica={bench}>
        <Live>
          {(offer) => (
            <button type="button" onClick={offer}>
              Completed
            </button>
          )}
        </Live>
      </ReplicaProvider>
    </PrintLabelsContext>,
  );
};
const dialog = () => screen.findByRole('dialog');
const press = async (name: string | RegExp): Promise<void> =>
  user.click(await within(await dialog()).findByRole('button', { name }));

test('completion offers the plate; "Later" leaves it to the page of the batch', async () => {
  show();
  await user.click(await screen.findByRole('button', { name: 'Completed' }));
  expect((await dialog()).textContent).toContain('W26325-E01 is completed. Store its output?');
  await press('Later');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/^2 of 2 new tubes have no location/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Make output plate' })).toBeDefined();
});

test('a scanned shelf places the plate, its label is printed, and it can be undone', async () => {
  show();
  await user.click(await screen.findByRole('button', { name: 'Make output plate' }));
  await press('Make the output plate');
  expect(await within(await dialog()).findByText('Scan or choose the plate’s location.')).toBeDefined();
  scanBus.publish('HALL-B', 'hand');
  expect(await within(await dialog()).findByText('Plate cannot be placed in Room.')).toBeDefined();
  scanBus.publish('W26325-0001-01', 'hand');
  expect(await within(await dialog()).findByText('Barcode W26325-0001-01 is already in use.')).toBeDefined();
  scanBus.publish('SHELF-1', 'hand');
  await waitFor(async () =>
    expect(within(await dialog()).getByLabelText<HTMLInputElement>(/^Location/).value).toBe('Shelf 1'),
  );
  await press('Make the output plate');
  expect(await screen.findByText('W26325-E01-OUT is made')).toBeDefined();
  await press('Print its label');
  expect(print).toHaveBeenCalledExactlyOnceWith({
    kind: 'PLATE_EDGE',
    labels: [{ barcode: 'W26325-E01-OUT', lines: ['Output of W26325-E01'] }],
  });
  expect(await screen.findByText('2 of 2')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Take the plate back…' }));
  await user.click(within(await dialog()).getByLabelText(/Reason/));
  await user.paste('Wrong plate');
  await press('Take the plate back');
  expect(await screen.findByText(/^2 of 2 new tubes have no location/)).toBeDefined();
});

test('an unused code becomes the code of the plate', async () => {
  show();
  await user.click(await screen.findByRole('button', { name: 'Make output plate' }));
  await dialog();
  scanBus.publish('PLATE-77', 'hand');
  await waitFor(async () =>
    expect(within(await dialog()).getByLabelText<HTMLInputElement>(/^Code of the plate/).value).toBe(
      'PLATE-77',
    ),
  );
});
