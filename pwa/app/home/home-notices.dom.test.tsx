import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useFailuresNotice } from './home-notices.tsx';

const FailuresToConfirm = () => useFailuresNotice(true);

afterEach(cleanup);

test('the home page lists each failure until it is confirmed, and no samples flagged for other reasons', async () => {
  const server = new ModelServer(operationNamed);
  const failure = { failureReason: 'BAD_SAMPLE', failedAt: '2026-11-21T09:00:00.000Z' } as const;
  const putSample = (id: string, fields: Partial<Parameters<typeof buildSample>[0]>) =>
    server.world.putRow(sample, buildSample({ id, barcode: id, specimenId: null, ...fields }));
  putSample('TUBE-1', { ...failure, status: 'FAILED_QC', flaggedForReview: true });
  putSample('TUBE-2', { ...failure, status: 'FAILED_VISUAL_INSPECTION', flaggedForReview: true });
  putSample('TUBE-3', { ...failure, status: 'FAILED_QC' });
  putSample('TUBE-4', { status: 'IN_PROGRESS', flaggedForReview: true });
  server.commit();
  const bench = await openDevice({ name: 'failures-to-confirm', actor: LEA, send: server.sendAs(LEA) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <FailuresToConfirm />
    </ReplicaProvider>,
    { wrapper: RouterWrapper },
  );
  await screen.findByText('2 sample failures need your confirmation');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.sort()).toEqual([
    '/lab/samples/TUBE-1',
    '/lab/samples/TUBE-2',
    '/lab/samples?waits=CONFIRMATION',
  ]);
  await bench.run('confirm-failure', { sampleId: 'TUBE-1' });
  await screen.findByText('1 sample failure needs your confirmation');
  await bench.run('confirm-failure', { sampleId: 'TUBE-2' });
  await waitFor(() => expect(screen.queryByText(/needs? your confirmation/)).toBeNull());
  bench.close();
});
