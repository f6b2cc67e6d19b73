import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { addNote } from './add-note.ts';
import { note } from './note.ts';
import { noteBody } from './note-body.ts';

const NOTE = '01J00000000000000000000077';
const ANN = { id: '01J00000000000000000000001', name: 'Ann Lee' };

/** A tube whose specimen and order this device no longer stores, and an order. */
function lab() {
  const world = new MemoryWorld();
  world.putRow(sample, buildSample({ id: 'tube', specimenId: 'left-the-device' }));
  world.putRow(order, buildOrder({ id: 'order' }));
  return world;
}
const write = (
  world: MemoryWorld,
  more: object = {},
  context: Partial<OperationContext> = { replica: 'device' },
) =>
  runRule(
    world,
    addNote,
    { noteId: NOTE, targetType: 'Sample', targetId: 'tube', body: noteBody('The cap is cracked'), ...more },
    context,
  );

test('a note on a tube is written at the bench without a network, for colleagues only', async () => {
  const world = lab();
  expect(await write(world)).toMatchObject({ outcome: 'APPLIED' });
  expect(world.all(note)).toMatchObject([
    {
      id: NOTE,
      targetId: 'tube',
      bodyText: 'The cap is cracked',
      visibility: 'INTERNAL',
      authorId: 'user-tech',
    },
  ]);
  expect(world.all(event)).toMatchObject([{ type: 'NOTE_ADDED', targetId: 'tube', customerVisible: false }]);
});

test('the server gives the same result when the note arrives', async () => {
  const world = lab();
  expect(await write(world, {}, { deviceId: 'handheld' })).toMatchObject({ outcome: 'APPLIED' });
  expect(world.all(note)).toHaveLength(1);
});

test('mentions, and notes on records that devices do not store, need the network', async () => {
  const world = lab();
  const mentionNote = { body: noteBody('Ask @Ann Lee', [ANN]) };
  const expectedError = { code: 'ONLINE_ONLY' };
  await expect(write(world, mentionNote)).rejects.toMatchObject(expectedError);
  await expect(write(world, mentionNote, { deviceId: 'handheld' })).rejects.toMatchObject(expectedError);
  await expect(write(world, { targetType: 'Order', targetId: 'order' })).rejects.toMatchObject(expectedError);
  expect(world.all(note)).toEqual([]);
});

test("a note on an unknown tube, an empty note, and a customer's note on a foreign tube are refused", async () => {
  const world = lab();
  await expect(write(world, { targetId: ulid() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(write(world, { body: noteBody('  ') })).rejects.toMatchObject({ code: 'VALIDATION' });
  const actor = buildActor({ role: 'COMPANY_USER', companyId: 'elsewhere' });
  await expect(write(world, {}, { deviceId: null, actor })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(world.all(note)).toEqual([]);
});
