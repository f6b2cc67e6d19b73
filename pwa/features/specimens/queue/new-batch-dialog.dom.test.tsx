import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { NewBatchDialog } from './new-batch-dialog.tsx';

const AT = '2026-11-20T08:00:00.000Z';
const version = (procedureVersion: number, more: Partial<Procedure> = {}): Procedure =>
  buildProcedure({
    ...{ id: `01K00000000000000000000EX${procedureVersion}`, name: 'Extraction', code: 'SOP-EXT' },
    ...{ procedureVersion, activatedAt: AT },
    ...more,
  });
const FIRST = version(1, { status: 'ARCHIVED' });
const SECOND = version(2);
const THIRD = version(3);
const LATER = version(4, { activatedAt: null, effectiveFrom: '2026-12-24' });
const RESEARCH = version(5, { status: 'RESEARCH' });
const OTHER_STAGE = version(6, { batchType: 'SEQUENCING' });

let bench: Replica;
let deviceCount = 0;
afterEach(() => {
  cleanup();
  bench.close();
});

/** Open the dialog for a tube that waits for a version, and return its field of versions. */
async function openDialog(pinned: Procedure, role: 'LAB_MANAGER' | 'RESEARCH_ASSISTANT' = 'LAB_MANAGER') {
  await loadDialogs();
  const actor = buildActor({ role });
  const server = new ModelServer(operationNamed);
  bench = await openDevice({ name: `new-batch-${deviceCount++}`, actor, send: server.sendAs(actor) });
  const row = buildSample({ id: 'tube', stage: 'EXTRACTION', status: 'IN_QUEUE' });
  const waiting = { waitingSince: AT, dueAt: null, clinical: false, failedBatchCount: 0 };
  const procedures = [FIRST, THIRD, SECOND, LATER, RESEARCH, OTHER_STAGE];
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <NewBatchDialog
        queue={{ rows: [], openBatches: [], procedures }}
        stage="EXTRACTION"
        selectedRows={[{ row, stage: 'EXTRACTION', procedure: pinned, ...waiting }]}
        onClose={() => undefined}
        onCreated={async () => undefined}
      />
    </ReplicaProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'New batch with 1 sample' }));
  const field = dialog.getByRole('combobox', { name: /^Procedure/ });
  const options = within(field).getAllByRole('option');
  return { dialog, field, labels: options.map(({ textContent }) => textContent).filter(Boolean) };
}

test('a new batch offers the versions in use of its stage, the newest first', async () => {
  const { dialog, field, labels } = await openDialog(SECOND);
  expect(labels.slice(-2)).toEqual(['Extraction (SOP-EXT, version 3)', 'Extraction (SOP-EXT, version 2)']);
  expect(labels.join()).not.toMatch(/version [1456]/);
  expect(field).toHaveProperty('value', SECOND.id);
  expect(dialog.queryByText(/use another procedure/)).toBeNull();
});

test('a tube of an archived version starts with the newest one, and the dialog warns', async () => {
  const { dialog, field } = await openDialog(FIRST);
  expect(field).toHaveProperty('value', THIRD.id);
  dialog.getByText('1 of the selected samples use another procedure');
});

test('a research batch also offers research versions', async () => {
  const { labels } = await openDialog(SECOND, 'RESEARCH_ASSISTANT');
  expect(labels).toContain('Extraction (SOP-EXT, version 5, research)');
});
