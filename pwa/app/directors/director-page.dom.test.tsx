import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import type { DirectorWork, WorkOrder } from '#db/batches/directors/director-work.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { DirectorPage } from './director-page.tsx';

const RHEA = buildActor({ userId: 'rhea', name: 'Rhea', role: 'LAB_RESEARCH_DIRECTOR' });
const PIA = buildActor({ userId: 'pia', name: 'Pia', role: 'PROJECT_MANAGER' });
const AT = '2026-11-20T10:00:00.000Z';
const LAB = { id: 'WBL', home: 'WBL', entities: ['WBL'] };

let session: object;
vi.mock('#pwa/replica/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ session }),
}));

const none = { total: 0, rows: [] };
const EMPTY_WORK: DirectorWork = {
  ...{ versions: none, batches: none, failures: none, controls: none, quarantine: none },
  ...{ deviations: none, overdue: none, decisions: none },
};
const BATCH = {
  ...{ id: 'batch-1', julianId: 'W26325-E01', name: 'Blood', procedureName: 'Extraction', samples: 2 },
  ...{ completedByName: 'Ann', returnReason: null, returnAnswer: null, since: AT },
  ...{ reopenedSections: [], failedSamples: [] },
};
let work: DirectorWork;
let requested: string[];
let bench: Replica;
let deviceCount = 0;

beforeEach(() => {
  work = EMPTY_WORK;
  requested = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(String(input), 'http://localhost');
    if (url.pathname !== '/api/lab/batches/director-work') return Response.json({}, { status: 404 });
    requested.push(url.search);
    return Response.json(work);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  bench.close();
});

function Page({ kind }: { kind: 'clinical' | 'research' }) {
  const [order, setOrder] = useState<WorkOrder>('oldest');
  return <DirectorPage kind={kind} order={order} onOrder={setOrder} />;
}

/** Show the research page to a person, whose device has a completed batch that waits for approval. */
async function show(actor: Actor): Promise<ModelServer> {
  await loadDialogs();
  const world = await eluted({ procedure: { requiresDirectorApproval: true } });
  await sign(world, ELUTION, by(ANN, 35));
  const args = { batchId: 'batch-1', childSuffixLetter: 'K', sampleIds: ['s1', 's2'] };
  await runRule(world, completeBatch, args, by(ANN, 37));
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  deviceCount += 1;
  bench = await openDevice({ name: `director-${deviceCount}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  const { userId: id, name, role } = actor;
  session = {
    user: { id, name, role, permissions: [] },
    lab: LAB,
    entity: 'WBL',
    siteVariant: 'lab-services',
  };
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <Page kind="research" />
    </ReplicaProvider>,
  );
  return server;
}

test('a director reads the evidence of a waiting batch, returns it with a reason, and the list is read again', async () => {
  work = { ...EMPTY_WORK, batches: { total: 1, rows: [BATCH] } };
  const server = await show(RHEA);
  const list = within(await screen.findByRole('list', { name: 'Batches to approve' }));
  list.getByText('Extraction, 2 samples, by Ann');
  await userEvent.click(list.getByRole('button', { name: 'Review W26325-E01 Blood' }));
  await list.findByText('2 samples, 0 failed');
  list.getByRole('button', { name: 'Approve batch' });
  await userEvent.click(list.getByRole('button', { name: 'Return batch…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Two wells are empty');
  await userEvent.click(dialog.getByRole('button', { name: /^Return batch/ }));
  await list.findByText('Next step: a lab manager answers and requests approval a second time.');
  expect(bench.outbox.all()).toMatchObject([{ name: 'return-batch', args: { batchId: 'batch-1' } }]);
  const before = requested.length;
  work = {
    ...EMPTY_WORK,
    decisions: {
      total: 1,
      rows: [
        {
          ...{ id: 'event-1', type: 'BATCH_DIRECTOR_RETURNED', targetType: 'Batch', targetId: 'batch-1' },
          ...{ name: 'W26325-E01', reason: 'Two wells are empty', detail: null, to: null, at: AT },
        },
      ],
    },
  };
  await syncOnce(bench);
  expect(server.world.one(batch, 'batch-1')).toMatchObject({
    directorApproved: false,
    directorReturnReason: 'Two wells are empty',
  });
  await screen.findByText('You’re all caught up');
  expect(requested.length).toBeGreaterThan(before);
  const decisions = within(screen.getByRole('list', { name: 'My decisions' }));
  expect(decisions.getByRole('listitem').textContent).toContain('Returned batch W26325-E01 as director');
  expect(decisions.getByRole('link').getAttribute('href')).toBe('/lab/batches/batch-1');
});

test('groups without items say so in one line, and the newest are read first on request', async () => {
  const deviation = {
    sectionName: 'Lysis',
    note: 'Foam',
    batchName: 'Blood',
    batchStatus: 'COMPLETED' as const,
  };
  work = {
    ...EMPTY_WORK,
    batches: { total: 73, rows: [BATCH] },
    deviations: {
      total: 1,
      rows: [{ ...deviation, id: 'a1', batchId: 'batch-1', julianId: 'W26325-E01', since: AT }],
    },
  };
  await show(RHEA);
  await screen.findByText('The first 1 of 73. Decide these, then the next are listed.');
  const link = screen.getByRole('link', { name: 'Lysis of W26325-E01' });
  expect(link.getAttribute('href')).toBe('/lab/assigned-sections/a1');
  screen.getByText('Nothing is quarantined.');
  screen.getByText('No specimen is overdue.');
  screen.getByText('You decided nothing in the last 90 days.');
  expect(requested.at(-1)).toBe('?kind=research&order=oldest');
  await userEvent.click(screen.getByRole('radio', { name: 'Newest first' }));
  await waitFor(() => expect(requested.at(-1)).toBe('?kind=research&order=newest'));
});

test('a project manager reads the evidence and decides nothing', async () => {
  work = { ...EMPTY_WORK, batches: { total: 1, rows: [BATCH] } };
  await show(PIA);
  await userEvent.click(await screen.findByRole('button', { name: 'Review W26325-E01 Blood' }));
  await screen.findByText('2 samples, 0 failed');
  expect(screen.queryByRole('button', { name: /Approve|Return/ })).toBeNull();
});
