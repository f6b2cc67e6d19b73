import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '#db/access/session.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { PrintLabelsContext } from '#pwa/printing/use-print-labels.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { storeSession } from '#pwa/replica/session/session-store.ts';
import { createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { createSyncApi } from '#pwa/replica/sync/sync-api.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchOverview } from './batch-overview.tsx';
import { useBatchView } from './batch-page.tsx';

const PIN = '246810';
let bench: Replica;
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  bench.close();
});

function Batch() {
  const view = useBatchView('batch-1');
  if (!view) return null;
  return (
    <>
      <BatchActions view={view} onCompleted={() => undefined} onOutputPlate={null} />
      <BatchOverview view={view} activity={() => null} outputPlate={null} />
    </>
  );
}

test('an approval requires the PIN, works offline and is shown as a signature; the server accepts the signed record', async () => {
  await loadDialogs();
  const world = await eluted({ procedure: { requiresDirectorApproval: true } });
  await sign(world, ELUTION, by(ANN, 35));
  const args = { batchId: 'batch-1', childSuffixLetter: 'K', sampleIds: ['s1', 's2'] };
  await runRule(world, completeBatch, args, by(ANN, 37));
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: 'approve-batch', actor: LEA, send: server.sendAs(LEA) });
  await syncOnce(bench);
  const keys = createSyncApi(async () => Response.json({ id: 'key-1' }));
  const { userId: id, name, role, companyId, userCompanyId, entity } = LEA;
  const now = Date.now();
  const session: Session = {
    user: {
      ...{ id, name, role, companyId, userCompanyId, email: 'lea@wbl.example', image: false },
      ...{ companyName: 'WBL', parentCompanyId: null, companies: [], isSuperAdmin: false, permissions: [] },
    },
    expires: new Date(now + 3_600_000).toISOString(),
    entity,
    siteVariant: 'lab-services',
    hasPin: true,
    signedInAt: new Date(now).toISOString(),
  };
  await storeSession({ session, confirmedAt: now, offlineUntil: now + 3_600_000 });
  await createSigningKey(bench.store.side, keys, 'device-of-lea', PIN);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <PrintLabelsContext value={async () => true}>
        <Batch />
      </PrintLabelsContext>
    </ReplicaProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Approve batch' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Reviewed and approved by Lea, Lab Manager');
  const press = dialog.getByRole('button', { name: 'Approve as Lea' });
  expect(press).toHaveProperty('disabled', true);
  const enter = async (pin: string) => {
    await userEvent.click(dialog.getByLabelText(/^Signing PIN/));
    await userEvent.paste(pin);
    await userEvent.click(press);
  };
  await enter('000000');
  await dialog.findByText(/^That is not your PIN\./);
  expect(bench.outbox.all()).toHaveLength(0);
  await enter(PIN);
  const list = within(await screen.findByRole('list', { name: 'Signatures' }));
  list.getByText('Reviewed and approved by Lea, Lab Manager');
  list.getByText('Saved on this device');
  expect(bench.outbox.all()).toMatchObject([{ name: 'approve-batch', args: { batchId: 'batch-1' } }]);
  await syncOnce(bench);
  await list.findByText('Verified');
  const signed = server.world.all(signature).filter((one) => one.targetId === 'batch-1');
  expect(signed).toMatchObject([{ meaning: 'Reviewed and approved by', userId: LEA.userId }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve batch' })).toBeNull());
});
