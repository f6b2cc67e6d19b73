import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { worldWithBuffer } from '#db/factories/benches/section-operations.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { SpecimenActions } from './specimen-actions.tsx';

const user = userEvent.setup();
const as = (role: Actor['role']) =>
  buildActor({ userId: role, userCompanyId: `m-${role}`, name: role, role });
const openReplicas: Replica[] = [];
let server: ModelServer;
let deviceCount = 0;

// One specimen has failed in work.
beforeEach(async () => {
  await loadDialogs();
  server = new ModelServer(operationNamed);
  const lab = await worldWithBuffer({}, { remaining: '500' });
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const tech = await deviceOf(ANN);
  await tech.run('fail-sample', { sampleId: 's1', failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' });
  await syncOnce(tech);
});
afterEach(() => {
  cleanup();
  for (const replica of openReplicas.splice(0)) replica.close();
});

async function deviceOf(actor: Actor): Promise<Replica> {
  const replica = await openDevice({ name: `failed-${deviceCount++}`, actor, send: server.sendAs(actor) });
  openReplicas.push(replica);
  await syncOnce(replica);
  return replica;
}
const statuses = () => [
  server.world.one(specimen, 'specimen-1')?.status,
  server.world.one(sample, 's1')?.status,
];

function SpecimenView() {
  const row = useRow(specimen, 'specimen-1');
  return row ? (
    <>
      <p>{row.status}</p>
      <SpecimenActions specimen={row} />
    </>
  ) : (
    <p>Reading</p>
  );
}
async function show(actor: Actor): Promise<Replica> {
  const replica = await deviceOf(actor);
  render(
    <ReplicaProvider replica={replica}>
      <SpecimenView />
    </ReplicaProvider>,
  );
  await screen.findByText('FAILED_QC');
  return replica;
}
/** Press an action, which is a button or, where another one comes next, in the menu. */
async function openWindow(label: string) {
  const isButton = screen.queryByRole('button', { name: label }) !== null;
  if (!isButton) await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole(isButton ? 'button' : 'menuitem', { name: label }));
  return within(await screen.findByRole('dialog'));
}

test('a failed specimen is stopped with a reason that the customer reads', async () => {
  const replica = await show(LEA);
  const dialog = await openWindow('Stop work');
  await user.click(dialog.getByRole('button', { name: 'Stop work' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  expect(dialog.getByText('The customer reads this.')).toBeTruthy();
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('Clotted; nothing can be read of it');
  await user.click(dialog.getByLabelText(/^Note for the lab/));
  await user.paste('Third clot from this clinic');
  await user.click(dialog.getByRole('button', { name: 'Stop work' }));
  await screen.findByText('FAILED_QC_CANCELED');
  // The dialog closes after the specimen shows the result.
  await waitFor(() => expect(screen.queryAllByRole('button')).toEqual([]));
  await syncOnce(replica);
  expect(statuses()).toEqual(['FAILED_QC_CANCELED', 'FAILED_QC_CANCELED']);
  const [stopped] = server.world.select(event, { targetId: 'specimen-1' }).slice(-1);
  expect(stopped?.data).toMatchObject({
    reason: 'Clotted; nothing can be read of it',
    internalReason: 'Third clot from this clinic',
  });
});

test('restarting reports too little material, keeps the input, and then asks for a replacement', async () => {
  for (const row of server.world.select(sample, { id: 's1' }))
    server.world.putRow(sample, { ...row, remainingVolume: '1' });
  server.commit();
  const replica = await show(LEA);
  const dialog = await openWindow('Restart');
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('The run was mixed up');
  await user.click(dialog.getByRole('button', { name: 'Restart' }));
  await dialog.findByText('Not enough material left; request a new specimen.');
  await user.click(dialog.getByRole('radio', { name: 'Replacement' }));
  expect(dialog.getByText(/asked by email to send new material/)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('The run was mixed up');
  await user.click(dialog.getByRole('button', { name: 'Restart' }));
  await screen.findByText('ORDERED');
  await syncOnce(replica);
  await waitFor(() => expect(statuses()).toEqual(['ORDERED', 'RESET']));
});

test.each([
  ['LAB_TECH', []],
  ['CS_REP', ['Ask the customer']],
  ['LAB_CLINICAL_DIRECTOR', ['Stop work']],
  ['PROJECT_MANAGER', ['Ask the customer', 'Restart', 'Stop work']],
] as const)('to a %s a failed specimen offers what is theirs to decide', async (role, labels) => {
  await show(as(role));
  const [next, ...menuLabels] = labels;
  await waitFor(() =>
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...(next ? [next] : []),
      ...(menuLabels.length > 0 ? ['Actions'] : []),
    ]),
  );
  if (menuLabels.length === 0) return;
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(menuLabels);
});
