import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useRecordNumber } from './record-number.ts';
import { SpecimenPage } from './specimen-page.tsx';

const openReplicas: Replica[] = [];
let deviceCount = 0;
afterEach(() => {
  cleanup();
  for (const replica of openReplicas.splice(0)) replica.close();
  vi.unstubAllGlobals();
});

async function openTech(): Promise<Replica> {
  const server = new ModelServer(operationNamed);
  const actor = buildActor({ role: 'LAB_TECH' });
  const replica = await openDevice({
    name: `specimen-page-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
  });
  openReplicas.push(replica);
  await syncOnce(replica);
  return replica;
}

function RecordNumber({ specimen }: { specimen: Specimen }) {
  return <p>{`MRN ${useRecordNumber(specimen)}`}</p>;
}

test('a record number that the device does not store is read from the server, and only while online', async () => {
  const replica = await openTech();
  const row = buildSpecimen({ id: 'theirs', entity: 'RESONANT', patientMrn: MASKED });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(String(url));
    return Response.json({ ...row, patientMrn: 'MRN-77' });
  });
  const contact = { ...replica.contact.value, online: false, lastContactAt: 0 };
  replica.contact.next(contact);
  renderInRouter(
    <ReplicaProvider replica={replica}>
      <RecordNumber specimen={row} />
    </ReplicaProvider>,
  );
  await screen.findByText('MRN not on this device');
  expect(requests).toEqual([]);
  act(() => replica.contact.next({ ...contact, online: true, lastContactAt: Date.now() }));
  await screen.findByText('MRN MRN-77');
  expect(requests).toEqual(['/api/lab/specimens/theirs']);
});

test('a specimen waits for the first load, and one that is not on the device is requested from the server', async () => {
  const replica = await openTech();
  const contact = { ...replica.contact.value, online: true, lastContactAt: Date.now() };
  const progress = { phase: 'snapshot', documents: 10, cursor: 0, head: 100 } as const;
  replica.contact.next({ ...contact, progress });
  renderInRouter(
    <ReplicaProvider replica={replica}>
      <SpecimenPage
        specimenId="left-long-ago"
        activity={() => null}
        results={() => null}
        fromServer={<p>as the server has it</p>}
        onList={() => undefined}
      />
    </ReplicaProvider>,
  );
  expect(await screen.findByLabelText('Loading the specimen')).toBeTruthy();
  expect(screen.queryByText('as the server has it')).toBeNull();
  act(() => replica.contact.next({ ...contact, progress: null }));
  expect(await screen.findByText('as the server has it')).toBeTruthy();
});
