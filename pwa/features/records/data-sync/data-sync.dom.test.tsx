import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildRow } from '#db/factories/build-row.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import { operationNamed } from '#db/operations.ts';
import { CONFLICT_KINDS } from '#db/records/conflicts/conflict-kinds.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { ConflictInbox, conflictLink } from './conflict-inbox.tsx';
import { MyOperations } from './my-operations.tsx';
import { QuarantineList, quarantineText } from './quarantine-list.tsx';

let bench: Replica;
let server: ModelServer;
let deviceCount = 0;
const MANAGER = buildActor({ role: 'LAB_MANAGER', userId: 'user-lena', name: 'Lena Maddox' });

const version = (name: string, label: string) => ({
  userId: `user-${name}`,
  name,
  occurredAt: '2026-11-21T09:00:00.000Z',
  label,
  value: {},
});

/** A conflict of a kind; one caused by a single user has no other side. */
const conflictOf = (kind: string, firstVersion: ReturnType<typeof version> | null) =>
  buildRow(
    syncConflict,
    {
      id: `conflict-${kind}`,
      commandId: 'command-1',
      otherCommandId: null,
      kind,
      targetType: 'Sample',
      targetId: 'tube-1',
      batchId: null,
      assignedSectionId: null,
      status: 'OPEN',
      action: 'Look at it',
      mine: version('Rosa Alvarez', 'What Rosa did'),
      theirs: firstVersion,
      resolution: null,
      resolvedById: null,
      resolvedAt: null,
    },
    {},
  );

beforeEach(async () => {
  server = new ModelServer(operationNamed);
  server.world.putRow(sample, buildSample({ id: 'tube-1', barcode: 'W26325-0001-01' }));
  server.world.putRow(sample, buildSample({ id: 'tube-2', barcode: 'W26325-0002-01' }));
  server.world.putRow(storageManagement, buildStorageManagement({ id: 'box-12', name: 'Box 12' }));
  server.world.putRow(person, buildPerson({ userId: MANAGER.userId, name: MANAGER.name }));
  for (const { kind } of CONFLICT_KINDS) {
    const alone = ['CLOCK', 'SIGNATURE_FAILED', 'BATCH_START', 'receipt-signature'].includes(kind);
    server.world.putRow(
      syncConflict,
      conflictOf(kind, alone ? null : version('Tess Nakamura', 'What Tess did')),
    );
  }
  server.commit();
  bench = await openDevice({ name: `sync-${deviceCount++}`, actor: MANAGER, send: server.sendAs(MANAGER) });
  await syncOnce(bench);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await bench.close();
});

const NOTHING_TO_SYNC = {
  operations: { rows: [], total: 0, page: 1, limit: 1 },
  conflicts: [],
  devices: [],
};

const show = (part: React.ReactNode) =>
  renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <ReplicaProvider replica={bench}>{part}</ReplicaProvider>
    </QueryClientProvider>,
  );
const cardOf = (title: string) => screen.getByRole('heading', { name: title }).closest('article');
const openKind = async (kind: string) => {
  const conflictKind = CONFLICT_KINDS.find((one) => one.kind === kind);
  await userEvent.selectOptions(await screen.findByLabelText('Kind of conflict'), kind);
  const card = await waitFor(() => {
    const matchingCard = cardOf(conflictKind?.title ?? '');
    if (!matchingCard) throw new Error(`No conflict of the kind ${kind} is shown.`);
    return matchingCard;
  });
  return within(card);
};

test('every kind of conflict has a choice, and one that needs a value names it', async () => {
  show(<ConflictInbox />);
  for (const { kind, labels, valuePrompt: valueLabel } of CONFLICT_KINDS) {
    const card = await openKind(kind);
    for (const label of Object.values(labels)) card.getByRole('button', { name: label });
    expect(labels.ENTER_VALUE === undefined, kind).toBe(valueLabel === undefined);
    if (valueLabel) card.getByLabelText(valueLabel);
  }
});

test('a correction of a started plate needs a reason before it is sent', async () => {
  show(<ConflictInbox />);
  const card = await openKind('LAYOUT_DIFFERS');
  await userEvent.click(card.getByRole('button', { name: 'Correct to the other layout' }));
  await card.findByText('Reason for the correction: enter it first.');
  expect(bench.outbox.all()).toEqual([]);
});

test('a conflict about a control links to the batch of its plate', () => {
  const of = { targetType: 'BatchControl', targetId: 'c1', assignedSectionId: null, batchId: 'batch-1' };
  expect(conflictLink(of)).toEqual({
    label: 'Open the batch',
    link: { to: '/lab/batches/$batchId', params: { batchId: 'batch-1' } },
  });
});

test('a conflict links to its subject for review before the decision', async () => {
  show(<ConflictInbox />);
  const card = await openKind('slot-taken');
  const link = card.getByRole<HTMLAnchorElement>('link', { name: 'Open the sample' });
  expect(link.getAttribute('href')).toBe('/lab/samples/tube-1');
});

test('an operation is described in bench terms, including a typed code', async () => {
  const args = { sampleId: 'tube-1', purpose: 'BATCH', typed: true };
  expect(await quarantineText(bench, args)).toBe(
    'Sample: W26325-0001-01; Purpose: Batch; Typed, not scanned',
  );
  expect(await quarantineText(bench, { containerId: 'box-12', typed: false })).toBe('Container: Box 12');
});

test('a swap names both samples, and a hand-over its recipient', async () => {
  expect(await quarantineText(bench, { sampleId: 'tube-1', otherSampleId: 'tube-2' })).toBe(
    'Sample: W26325-0001-01; Other sample: W26325-0002-01',
  );
  expect(await quarantineText(bench, { sampleId: 'tube-1', toUserId: MANAGER.userId })).toBe(
    'Sample: W26325-0001-01; To: Lena Maddox',
  );
});

test('the state of a received package is shown as text instead of stored codes', async () => {
  const args = {
    packageCondition: 'TEMPERATURE_EXCURSION',
    coolantState: 'MELTED',
    packageTemperature: '-3',
  };
  expect(await quarantineText(bench, args)).toBe(
    'Package condition: Temperature excursion; Coolant state: Melted; Package temperature: -3',
  );
});

test('an unused device says that nothing was done, waits or was refused', async () => {
  show(<MyOperations onExport={() => undefined} />);
  await screen.findByText('No work on this device yet');
  await userEvent.click(screen.getByRole('radio', { name: 'Waiting' }));
  expect(screen.getByText('Nothing to send')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Refused' }));
  expect(screen.getByText('Nothing was refused')).toBeTruthy();
});

test('an operation on many samples names what it moved and the scanned codes', async () => {
  const moves = [{ sampleId: 'tube-1', containerId: 'box-12', position: 'A1' }];
  expect(await quarantineText(bench, { moves })).toBe('Sample: W26325-0001-01; Container: Box 12');
  const rows = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'].map((position, n) => ({ position, barcode: `T${n}` }));
  expect(await quarantineText(bench, { containerId: 'box-12', rows })).toBe(
    'Container: Box 12; Codes: T0, T1, T2, T3, T4 and 1 more',
  );
});

test('both operations are shown when two users acted, and one when a single user did', async () => {
  show(<ConflictInbox />);
  const both = await openKind('FIELD_VALUE');
  // A name loads after the row that it belongs to.
  await within(both.getByRole('region', { name: 'First' })).findByText(/Tess Nakamura/);
  await within(both.getByRole('region', { name: 'Second' })).findByText(/Rosa Alvarez/);
  const one = await openKind('CLOCK');
  expect(one.getAllByRole('region')).toHaveLength(1);
  await within(one.getByRole('region', { name: 'What was done' })).findByText(/Rosa Alvarez/);
});

test('a lab tech sees only the conflicts of their own work, and that somebody else decides', async () => {
  const tess = buildActor({ userId: 'user-Tess Nakamura', name: 'Tess Nakamura' });
  const open = await openDevice({ name: `sync-${deviceCount++}`, actor: tess, send: server.sendAs(tess) });
  await syncOnce(open);
  renderInRouter(
    <ReplicaProvider replica={open}>
      <ConflictInbox />
    </ReplicaProvider>,
  );
  expect((await screen.findAllByText('A lab manager or director decides this.')).length).toBeGreaterThan(0);
  await userEvent.selectOptions(screen.getByLabelText('Kind of conflict'), 'CLOCK');
  expect(await screen.findByText('Nothing matches')).toBeTruthy();
  await open.close();
});

test('a decided conflict names the decision and who made it', async () => {
  show(<ConflictInbox />);
  const card = await openKind('CLOCK');
  await userEvent.click(card.getByRole('button', { name: 'The time is right' }));
  await waitFor(async () => expect(await syncOnce(bench)).toBe(true));
  await userEvent.click(screen.getByRole('radio', { name: 'Decided' }));
  await screen.findByText('The time is right');
  await screen.findByText(/^Decided by Lena Maddox on /);
});

test('quarantined work is described in bench terms, without ids', async () => {
  const quarantineEntry = {
    id: 'held-1',
    name: 'move-sample',
    occurredAt: '2026-11-21T10:00:00.000Z',
    receivedAt: '2026-11-21T11:00:00.000Z',
    code: 'DEVICE_REVOKED',
    message: 'This was done after the device was revoked. It is kept in quarantine.',
    args: { sampleId: 'tube-1', containerId: 'box-12', position: 'I8', bulkId: '01M7' },
    userName: 'Rosa Alvarez',
    deviceName: 'Handheld 4',
  };
  vi.stubGlobal('fetch', async () => Response.json({ ...NOTHING_TO_SYNC, quarantine: [quarantineEntry] }));
  show(<QuarantineList />);
  await screen.findByText('Sample: W26325-0001-01; Container: Box 12; Position: I8');
  expect(screen.getAllByText('Move sample').length).toBeGreaterThan(0);
});
