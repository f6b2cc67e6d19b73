import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { attemptsLeft, createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, pulledDocuments, syncOnce } from '#pwa/testing/simulated-device.ts';
import { lockOtherReplicas, lockReplica } from './lock-replica.ts';

const RECORD_NUMBER = 'MRN-SECRET-77';

const actor = buildActor();
let deviceCount = 0;

function openLab() {
  const server = new ModelServer(findBenchOperation);
  server.world.putRow(specimen, buildSpecimen({ id: 'specimen-0', patientMrn: RECORD_NUMBER }));
  server.world.putRow(sample, buildSample({ id: 'tube-0', barcode: 'TUBE-0', specimenId: 'specimen-0' }));
  server.commit();
  return server;
}

/** Create a device whose user has worked and can sign. */
async function usedDevice(server: ModelServer, name: string) {
  const device = await openDevice({
    name,
    actor,
    send: server.sendAs(actor),
    definition: findBenchOperation,
  });
  await syncOnce(device);
  const api = { ...device.api, registerKey: async () => 'key-1' };
  await createSigningKey(device.store.side, api, 'device-1', '246810');
  return device;
}

/** Return all data of this browser in databases with these names, as text. */
async function everythingStored(part: string): Promise<string> {
  const texts: string[] = [];
  for (const name of (await Dexie.getDatabaseNames()).filter((known) => known.includes(part))) {
    const database = await new Dexie(name).open();
    for (const table of database.tables) texts.push(JSON.stringify(await table.toArray()));
    database.close();
  }
  return texts.join('\n');
}

test('a sign-out leaves no patient data and no key on a shared handheld', async () => {
  const name = `benchside-wbl-locked-${deviceCount++}`;
  const device = await usedDevice(openLab(), name);
  await device.close();
  expect(await everythingStored(name)).toContain(RECORD_NUMBER);
  await lockReplica(name);
  const remainingData = await everythingStored(name);
  expect(remainingData).not.toContain(RECORD_NUMBER);
  expect(remainingData).not.toContain('TUBE-0');
  expect(remainingData).not.toContain('signingKey');
});

test("the device sends work that waited during a sign-out after the user's next sign-in", async () => {
  const name = `benchside-wbl-locked-${deviceCount++}`;
  const server = openLab();
  const device = await usedDevice(server, name);
  const enrolled = await device.enrollment();
  await device.run('count-tube', { sampleId: 'tube-0' });
  await device.close();
  await lockReplica(name);
  const reopened = await openDevice({
    name,
    actor,
    send: server.sendAs(actor),
    definition: findBenchOperation,
  });
  expect(await attemptsLeft(reopened.store.side)).toBeNull();
  await syncOnce(reopened);
  await syncOnce(reopened);
  expect((await reopened.enrollment())?.deviceId).toBe(enrolled?.deviceId);
  expect(reopened.outbox.all()).toMatchObject([{ n: 1, state: 'settled' }]);
  expect(JSON.stringify(await pulledDocuments(reopened))).toContain(RECORD_NUMBER);
  await reopened.close();
});

test('opening a replica locks those of other users, except users who are signed in too', async () => {
  const server = openLab();
  const [ownName, colleague, former] = ['mine', 'colleague', 'former'].map(
    (owner) => `benchside-wbl-${owner}-${deviceCount}`,
  );
  if (!ownName || !colleague || !former) throw new Error('Three names are needed.');
  for (const name of [ownName, colleague, former]) await (await usedDevice(server, name)).close();
  await lockOtherReplicas([ownName, colleague]);
  expect(await everythingStored(ownName)).toContain(RECORD_NUMBER);
  expect(await everythingStored(colleague)).toContain(RECORD_NUMBER);
  expect(await everythingStored(former)).not.toContain(RECORD_NUMBER);
});
