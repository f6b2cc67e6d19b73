import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { WaitingPhotos } from './waiting-photos-part.tsx';

let bench: Replica;

beforeEach(async () => {
  const actor = buildActor();
  const server = new ModelServer(findBenchOperation);
  bench = await openDevice({
    name: 'refused-photos',
    actor,
    send: server.sendAs(actor),
    definition: findBenchOperation,
  });
});
afterEach(() => bench.close());

const photo = {
  id: 'photo-1',
  groupId: 'group-1',
  about: 'package',
  draftKey: 'accession|group-1',
  takenAt: '2026-11-21T10:00:00.000Z',
};

test('a photo that the server refused is shown on Data Sync, sent again on request, or deleted after confirmation', async () => {
  await bench.photos.add(photo, new Uint8Array([0xff, 0xd8, 0xff]));
  await bench.photos.update(['photo-1'], {
    signed: true,
    problem: 'The photo is larger than 5 MB. Take it again.',
  });
  render(
    <ReplicaProvider replica={bench}>
      <WaitingPhotos />
    </ReplicaProvider>,
  );
  expect(await screen.findByText('1 photo only on this device')).toBeTruthy();
  expect(screen.getByText('The photo is larger than 5 MB. Take it again.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
  await waitFor(() => expect(screen.getByText('Waiting')).toBeTruthy());
  await bench.photos.update(['photo-1'], { problem: 'Refused again.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete it' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(bench.photos.all()).toEqual([]));
});
