import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '#db/entity.ts';
import { buildRow } from '#db/factories/build-row.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { event } from '#db/records/events/event.ts';
import { CUSTODY_WINDOW, withinWindow } from '#db/records/events/history-window.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { deriveId } from '#db/values/id.ts';
import { readFeed } from './feed.ts';
import { readFirstLoad } from './snapshot.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

type Event = Row<typeof event>;
let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

const idOf = (n: number): string => deriveId('01M87R4JZ2G66J13E5PE53KASK', n);
const START = Date.parse('2026-10-01T08:00:00.000Z');
const at = (hours: number): string => new Date(START + hours * 3_600_000).toISOString();

const buildEvent = (overrides: Partial<Event>): Event =>
  buildRow(
    event,
    {
      id: idOf(0),
      type: 'SAMPLE_MOVED',
      targetType: 'Sample',
      targetId: 'tube',
      userId: '01M87R4JZ2G66J13E5PE53KAAA',
      companyId: '01M87R4JZ2G66J13E5PE53KBBB',
      occurredAt: at(0),
      syncedAt: at(0),
      deviceId: '01M87R4JZ2G66J13E5PE53KCCC',
      data: {},
      customerVisible: false,
    },
    overrides,
  );

async function insertTube(id: string, events: readonly Event[]): Promise<void> {
  const code = buildBarcode({ id: `code-${id}`, targetId: id });
  await lab.insert(barcode, code);
  const tube = buildSample({ id, barcodeId: code.id, specimenId: null, extractionProcedureId: null });
  await lab.insert(sample, { ...tube, status: 'RECEIVED' });
  for (const one of events) await lab.insert(event, one);
}

async function documentOf(id: string) {
  const page = await readFirstLoad(lab.database.pool, lab.tess, { limit: 1_000 });
  const loaded = page.documents.find((one) => one.id === id);
  const feed = await readFeed(lab.database.pool, lab.tess, {
    generation: page.generation,
    cursor: 0,
    limit: 1_000,
  });
  expect(feed.documents.find((one) => one.id === id)).toEqual(loaded);
  return loaded?.body ?? {};
}

const sentIds = (body: Readonly<Record<string, unknown>>): unknown[] =>
  Array.isArray(body['events']) ? body['events'].map((one: { id?: unknown }) => one.id) : [];

test('a tube that was moved 60 times is a document below 12 KB', async () => {
  const moved = Array.from({ length: 60 }, (_, n) => {
    const place = (of: number) => ({
      containerId: idOf(900 + (of % 2)),
      container: `Box ${of}`,
      position: 'A1',
    });
    const data = { by: 'Tess Technician', from: place(n), to: place(n + 1), operationId: idOf(500 + n) };
    return buildEvent({ id: idOf(n), targetId: idOf(999), occurredAt: at(n * 8), syncedAt: at(n * 8), data });
  });
  await insertTube(idOf(999), moved);
  const body = await documentOf(idOf(999));
  const bytes = JSON.stringify(body).length;
  const before = JSON.stringify({ ...body, events: moved }).length;
  expect(sentIds(body)).toEqual(moved.slice(-20).map(({ id }) => id));
  expect(bytes).toBeLessThan(12_000);
  // With every event and all of its fields it has 45,301 bytes, now 11,940.
  expect(before).toBeGreaterThan(45_000);
});

const anyEvent = fc.record({
  // Few events from which a replay may begin, so that those that were overridden matter.
  type: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('SAMPLE_MOVED', 'SAMPLE_CHECKED_IN') },
    { weight: 8, arbitrary: fc.constantFrom('SAMPLE_CHECKED_OUT', 'SAMPLE_LABEL_PRINTED') },
    { weight: 1, arbitrary: fc.constantFrom('SAMPLE_NOT_FOUND', 'SAMPLE_VOLUME_CHANGED') },
  ),
  hours: fc.integer({ min: 0, max: 900 }),
  notBefore: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 8 }),
  container: fc.option(fc.constantFrom('box', 'box-13'), { freq: 6 }),
  flag: fc.option(fc.constantFrom('withheld', 'slotOnly', 'decided', 'found', 'undoOf', 'voids'), {
    freq: 5,
  }),
  beats: fc.option(fc.nat(70), { freq: 1 }),
});

// The newest of three placings is overridden, and many labels were printed since.
const OVERRIDDEN = [
  ...[0, 1, 2, 3].map((n) => ({
    ...{ type: 'SAMPLE_MOVED', hours: n, notBefore: null, container: n === 3 ? null : 'box', flag: null },
    beats: n === 3 ? 2 : null,
  })),
  ...Array.from({ length: 40 }, (_, n) => ({
    ...{ type: 'SAMPLE_LABEL_PRINTED', hours: 100 + n * 10, notBefore: null, container: null, flag: null },
    beats: null,
  })),
];

test('the server sends the events that the declaration keeps', async () => {
  const histories = fc.sample(fc.array(anyEvent, { minLength: 60, maxLength: 70, size: 'max' }), 10);
  for (const [n, history] of [OVERRIDDEN, ...histories].entries()) {
    const targetId = `tube-${n}`;
    const events = history.map(({ type, hours, notBefore, container, flag, beats }, index) =>
      buildEvent({
        id: idOf(n * 100 + 1_000 + index),
        ...{ targetId, type: type as Event['type'], occurredAt: at(hours) },
        data: {
          to: { containerId: container },
          ...(notBefore === null ? {} : { notBefore: at(hours + notBefore) }),
          ...(flag === null ? {} : { [flag]: true }),
          ...(beats === null ? {} : { beats: idOf(n * 100 + 1_000 + beats) }),
        },
      }),
    );
    await insertTube(targetId, events);
    const expected = withinWindow(events, CUSTODY_WINDOW).map(({ id }) => id);
    expect(sentIds(await documentOf(targetId))).toEqual(expected.sort());
    expect(expected.length).toBeLessThanOrEqual(events.length);
  }
});
