import { removeRxDatabase } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { acknowledge, unsentAsJson } from '#pwa/replica/operations/export-unsent.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, pulledDocuments, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import type { Send } from './sync-api.ts';

let deviceCount = 0;
const name = () => `lost-${deviceCount++}`;

function labWithTube() {
  const server = new ModelServer(findBenchOperation);
  server.world.putRow(sample, buildSample({ id: 'tube-0', barcode: 'TUBE-0' }));
  server.commit();
  return server;
}

const countTube = { sampleId: 'tube-0' };

describe('device faults', () => {
  test('an evicted outbox starts under a new device id without mixing old and new operations', async () => {
    const server = labWithTube();
    const actor = buildActor();
    const options = { name: name(), actor, send: server.sendAs(actor), definition: findBenchOperation };
    const before = await openDevice(options);
    await syncOnce(before);
    await before.run('count-tube', countTube);
    await syncOnce(before);
    const first = (await before.enrollment())?.deviceId;
    await before.close();
    await removeRxDatabase(`${options.name}-outbox`, getRxStorageDexie(), true);
    const after = await openDevice(options);
    await after.run('count-tube', countTube);
    await syncOnce(after);
    await syncOnce(after);
    expect((await after.enrollment())?.deviceId).not.toBe(first);
    expect(server.world.one(sample, 'tube-0')?.attempt).toBe(3);
    expect(after.outbox.all()).toMatchObject([{ n: 1, state: 'settled' }]);
    await after.close();
  });

  test('a revoked device sends its work, then deletes its documents and keeps its history', async () => {
    const server = labWithTube();
    const actor = buildActor();
    const through = server.sendAs(actor);
    let revoked = false;
    const send: Send = async (path, init) => {
      if (revoked && !path.startsWith('/api/sync/operations')) {
        return Response.json({ error: 'This device was revoked.', code: 'DEVICE_REVOKED' }, { status: 409 });
      }
      return through(path, init);
    };
    const bench = await openDevice({ name: name(), actor, send, definition: findBenchOperation });
    const stop = new AbortController();
    await syncOnce(bench);
    await bench.run('count-tube', countTube);
    revoked = true;
    bench.loop.start(stop.signal);
    await vi.waitFor(() => expect(bench.contact.value.revoked).toBe(true), { timeout: 10_000 });
    stop.abort();
    expect(server.log).toHaveLength(1);
    expect(await pulledDocuments(bench)).toEqual([]);
    expect(bench.outbox.all()).toHaveLength(1);
    await expect(bench.run('count-tube', countTube)).rejects.toThrow('This device was revoked.');
    await bench.close();
  });

  test('an ended session keeps the work, asks for sign-in, and sends the work afterwards', async () => {
    const server = labWithTube();
    const actor = buildActor();
    const through = server.sendAs(actor);
    let signedIn = true;
    const send: Send = async (path, init) =>
      signedIn ? through(path, init) : Response.json({ error: 'Sign in to continue.' }, { status: 401 });
    const bench = await openDevice({ name: name(), actor, send, definition: findBenchOperation });
    const stop = new AbortController();
    await syncOnce(bench);
    signedIn = false;
    await bench.run('count-tube', countTube);
    bench.loop.start(stop.signal);
    await vi.waitFor(() => expect(bench.contact.value.needsSignIn).toBe(true));
    expect(bench.outbox.all()).toMatchObject([{ n: 1 }]);
    signedIn = true;
    bench.loop.wake();
    await vi.waitFor(() => expect(bench.outbox.all()).toMatchObject([{ state: 'settled' }]), {
      timeout: 10_000,
    });
    stop.abort();
    await bench.close();
  });

  test("another user's sign-in opens other databases and sends no work of the first user", async () => {
    const server = labWithTube();
    const tess = buildActor();
    const mara = buildActor({ userId: 'user-mara', userCompanyId: 'membership-mara', name: 'Mara' });
    const first = await openDevice({
      name: name(),
      actor: tess,
      send: server.sendAs(tess),
      definition: findBenchOperation,
    });
    await syncOnce(first);
    await first.run('count-tube', countTube);
    await first.close();
    const second = await openDevice({
      name: name(),
      actor: mara,
      send: server.sendAs(mara),
      definition: findBenchOperation,
    });
    await syncOnce(second);
    expect(second.outbox.all()).toEqual([]);
    expect(server.log).toEqual([]);
    await second.close();
  });

  test('a server refusal is shown until the user acknowledges it, and can be exported', async () => {
    const server = labWithTube();
    const actor = buildActor();
    const bench = await openDevice({
      name: name(),
      actor,
      send: server.sendAs(actor),
      definition: findBenchOperation,
    });
    await syncOnce(bench);
    await bench.run('claim-tube', countTube);
    server.world.putRow(sample, buildSample({ id: 'tube-0', barcode: 'TUBE-0', custodianUserId: 'someone' }));
    server.commit();
    await syncOnce(bench);
    expect(bench.outbox.all()).toMatchObject([{ state: 'rejected', code: 'CLAIMED' }]);
    expect((await readShown(bench, 'samples', 'tube-0'))?.body['custodianUserId']).toBe('someone');
    expect(JSON.parse(await unsentAsJson(bench, 'now'))).toMatchObject({
      operations: [{ name: 'claim-tube', args: countTube }],
    });
    await acknowledge(
      bench,
      bench.outbox.all().map(({ key }) => key),
    );
    expect(bench.outbox.all()).toMatchObject([{ state: 'acknowledged' }]);
    await bench.close();
  });

  test('no new work starts after too long without the server', async () => {
    const server = labWithTube();
    const actor = buildActor();
    let clock = Date.now();
    const bench = await openDevice({
      name: name(),
      actor,
      send: server.sendAs(actor),
      definition: findBenchOperation,
      now: () => clock,
    });
    await syncOnce(bench);
    clock += 73 * 3_600_000;
    await expect(bench.run('count-tube', countTube)).rejects.toBeInstanceOf(AppError);
    await bench.close();
  });
});
