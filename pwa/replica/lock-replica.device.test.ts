import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildSpecimen } from '#db/factories/build-specimen.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { benchAct } from '#pwa/testing/bench-acts.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, pulledDocuments, syncOnce } from '#pwa/testing/simulated-device.ts';
import { lockOtherReplicas, lockReplica } from './lock-replica.ts';
import { attemptsLeft, createSigningKey } from './signing-key.ts';

const RECORD_NUMBER = 'MRN-SECRET-77';

const actor = buildActor();
let made = 0;

function openLab() {
  const server = new ModelServer(benchAct);
  server.world.putRow(specimen, buildSpecimen({ id: 'specimen-0', patientMrn: RECORD_NUMBER }));
  server.world.putRow(sample, buildSample({ id: 'tube-0', barcode: 'TUBE-0', specimenId: 'specimen-0' }));
  server.commit();
  return server;
}

/** A device on which somebody has worked and can sign. */
async function usedDevice(server: ModelServer, name: string) {
  const device = await openDevice({ name, actor, send: server.sendAs(actor), definition: benchAct });
  await syncOnce(device);
  const api = { ...device.api, registerKey: async () => 'key-1' };
  await createSigningKey(device.store.side, api, 'device-1', '246810');
  return device;
}

/** All that is stored in this browser under names like these, as text. */
async function everythingStored(part: string): Promise<string> {
  const texts: string[] = [];
  for (const name of (await Dexie.getDatabaseNames()).filter((known) => known.includes(part))) {
    const database = await new Dexie(name).open();
    for (const table of database.tables) texts.push(JSON.stringify(await table.toArray()));
    database.close();
  }
  return texts.join('\n');
}

test('after a sign-out nothing of patients and no key is left on a shared handheld', async () => {
  const name = `benchside-wbl-locked-${made++}`;
  const device = await usedDevice(openLab(), name);
  await device.close();
  expect(await everythingStored(name)).toContain(RECORD_NUMBER);
  await lockReplica(name);
  const left = await everythingStored(name);
  expect(left).not.toContain(RECORD_NUMBER);
  expect(left).not.toContain('TUBE-0');
  expect(left).not.toContain('signingKey');
});

test('work that waited while its person was signed out is sent by the same device after the next sign-in', async () => {
  const name = `benchside-wbl-locked-${made++}`;
  const server = openLab();
  const device = await usedDevice(server, name);
  const enrolled = await device.enrolment();
  await device.run('count-tube', { sampleId: 'tube-0' });
  await device.close();
  await lockReplica(name);
  const again = await openDevice({ name, actor, send: server.sendAs(actor), definition: benchAct });
  expect(await attemptsLeft(again.store.side)).toBeNull();
  await syncOnce(again);
  await syncOnce(again);
  expect((await again.enrolment())?.deviceId).toBe(enrolled?.deviceId);
  expect(again.outbox.all()).toMatchObject([{ n: 1, state: 'settled' }]);
  expect(JSON.stringify(await pulledDocuments(again))).toContain(RECORD_NUMBER);
  await again.close();
});

test('opening a replica locks those of others, not those of people who are signed in too', async () => {
  const server = openLab();
  const [mine, colleague, former] = ['mine', 'colleague', 'former'].map(
    (who) => `benchside-wbl-${who}-${made}`,
  );
  if (!mine || !colleague || !former) throw new Error('Three names are needed.');
  for (const name of [mine, colleague, former]) await (await usedDevice(server, name)).close();
  await lockOtherReplicas([mine, colleague]);
  expect(await everythingStored(mine)).toContain(RECORD_NUMBER);
  expect(await everythingStored(colleague)).toContain(RECORD_NUMBER);
  expect(await everythingStored(former)).not.toContain(RECORD_NUMBER);
});
