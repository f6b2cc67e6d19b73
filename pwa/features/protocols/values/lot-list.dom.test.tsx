import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { LYSIS, worldWithBuffer } from '#db/factories/benches/section-operations.ts';
import { buildInventoryItem } from '#db/factories/build-inventory.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { operationNamed } from '#db/operations.ts';
import {
  readSectionView,
  SECTION_COLLECTIONS,
  type SectionView,
} from '#pwa/features/protocols/sections/section-view.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { LotList } from './lot-list.tsx';
import { useRecordValues } from './use-record-values.ts';

let bench: Replica;
let deviceCount = 0;
const user = userEvent.setup();

// Two samples and 10 for the batch: 2 × 20 + 10 = 50 are needed; L1 holds 30, L2 holds 100.
beforeEach(async () => {
  const server = new ModelServer(operationNamed);
  const lab = await worldWithBuffer({ quantityPerSample: '20', quantityPerBatch: '10' }, { remaining: '30' });
  const lot = { inventoryTypeId: 'type-buffer', status: 'RECEIVED' as const, remaining: '100' };
  lab.putRow(inventoryItem, buildInventoryItem({ ...lot, id: 'lot-2', lotNumber: 'L2' }));
  lab.putRow(
    inventoryItem,
    buildInventoryItem({ ...lot, id: 'lot-3', lotNumber: 'OLD', expirationDate: '2020-01-31' }),
  );
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `lots-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
});

afterEach(() => bench.close());

function LotListHarness({ view }: { view: SectionView }) {
  const recording = useRecordValues(view);
  const field = view.run.own.find((one) => one.id === 'buffer');
  if (!field) throw new Error('The section has no field for a buffer.');
  return (
    <>
      <p role="status">{recording.feedback?.title}</p>
      <LotList field={field} view={view} recording={recording} onActive={() => undefined} />
    </>
  );
}

function Live() {
  const view = useRuleRead(SECTION_COLLECTIONS, LYSIS, (tx, context) => readSectionView(tx, context, LYSIS));
  return view ? <LotListHarness view={view} /> : null;
}

async function show(): Promise<void> {
  render(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
  await screen.findByLabelText(/^Buffer/);
}

async function enter(lot: string): Promise<void> {
  await user.click(screen.getByLabelText(/^Buffer/));
  await user.paste(lot);
  await user.tab();
}

const list = () => screen.getByRole('list', { name: 'Lots of Buffer' });
const lotNamed = async (lot: string): Promise<HTMLElement> => {
  await waitFor(() => expect(within(list()).getByText(lot)).toBeDefined());
  const row = within(list()).getByText(lot).closest('li');
  if (!row) throw new Error(`${lot} is not on the list.`);
  return row;
};

test('scanned lots are listed with what they give; the first gives its whole content', async () => {
  await show();
  await enter('L1');
  await waitFor(async () => expect((await lotNamed('L1')).textContent).toContain('uses 50'));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('Lot L1 has 30 left and 50 are needed.'),
  );
  await enter('L2');
  await waitFor(async () => expect((await lotNamed('L2')).textContent).toContain('uses 20'));
  await waitFor(async () => expect((await lotNamed('L1')).textContent).toContain('uses 30'));
});

test('an unusable lot is refused by name and the listed ones remain', async () => {
  await show();
  await enter('L2');
  await lotNamed('L2');
  await enter('OLD');
  expect(await screen.findByText('Lot OLD expired on 2020-01-31.')).toBeDefined();
  expect(within(list()).getAllByRole('listitem')).toHaveLength(1);
});

test('the amount of one lot can be entered where several share the need, and the other gives the rest', async () => {
  await show();
  await enter('L1');
  await lotNamed('L1');
  expect(screen.queryByLabelText(/^Used of L1/)).toBeNull();
  await enter('L2');
  await user.click(await screen.findByLabelText(/^Used of L1/));
  await user.keyboard('5');
  await user.tab();
  await waitFor(async () => expect((await lotNamed('L2')).textContent).toContain('uses 45'));
  await user.clear(screen.getByLabelText(/^Used of L1/));
  await user.tab();
  await waitFor(async () => expect((await lotNamed('L2')).textContent).toContain('uses 20'));
});

test('a lot can be removed only with a reason', async () => {
  await show();
  await enter('L2');
  await user.click(within(await lotNamed('L2')).getByRole('button', { name: 'Take lot L2 off' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Take the lot off' }));
  expect(within(dialog).getByText('A reason is required.')).toBeDefined();
  await user.click(within(dialog).getByLabelText(/Reason/));
  await user.paste('Wrong bottle');
  await user.click(within(dialog).getByRole('button', { name: 'Take the lot off' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Lots of Buffer' })).toBeNull());
});
