import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import type { Send } from './sync-api.ts';

const BODY_LIMIT = 1_048_576;

test('an old operation that is too large for a request is refused and stored, and the operations after it are sent', async () => {
  const server = new ModelServer(findBenchOperation);
  for (const id of ['tube-0', 'tube-1']) server.world.putRow(sample, buildSample({ id, barcode: id }));
  server.commit();
  const actor = buildActor();
  const through = server.sendAs(actor);
  const send: Send = async (path, init) =>
    String(init.body ?? '').length > BODY_LIMIT
      ? Response.json({ error: 'The body is larger than 1 MB.', code: 'TOO_LARGE' }, { status: 413 })
      : through(path, init);
  const bench = await openDevice({ name: 'too-large', actor, send, definition: findBenchOperation });
  await syncOnce(bench);
  await bench.run('count-tube', { sampleId: 'tube-0' });
  await bench.run('count-tube', { sampleId: 'tube-1' });
  await bench.run('count-tube', { sampleId: 'tube-1' });
  const large = bench.outbox.all()[1];
  if (!large) throw new Error('Nothing waits.');
  // An app version from before the limit has queued the operation like this.
  const args = { ...large.args, note: 'x'.repeat(BODY_LIMIT) };
  await bench.outbox.update([large.key], (operation) => ({ ...operation, args }));
  expect(await syncOnce(bench)).toBe(true);
  expect(await syncOnce(bench)).toBe(true);
  expect(bench.outbox.all()).toMatchObject([
    { n: 1, state: 'settled' },
    { n: 2, state: 'rejected', code: 'TOO_LARGE', message: 'This is too large to be sent.', args },
    { n: 3, state: 'settled' },
  ]);
  expect(server.world.one(sample, 'tube-1')?.attempt).toBe(2);
  expect(server.log.map(({ n }) => n)).toEqual([1, 2, 3]);
  await bench.close();
});
