import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#db/entity.ts';
import { sourceMaterial } from '#db/ordering/source-material.ts';
import { event } from '#db/records/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_LIFECYCLE } from '#db/specimens/specimen-lifecycle.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { buildDemoLab } from './demo-lab.ts';
import type { DemoWorld } from './demo-world.ts';

type Event = Row<typeof event>;

const NOW = '2026-11-21T14:00:00.000Z';
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row]);
  return found;
}

describe.each(BUSINESS_ENTITIES)('the specimens of the demo lab %s', (entity) => {
  let demo: DemoWorld;
  let specimens: Specimen[];
  let tubes: Map<string, Sample[]>;
  beforeAll(async () => {
    demo = await buildDemoLab(entity, SETTINGS);
    specimens = demo.world.all(specimen);
    const inOrder = demo.world
      .all(event)
      .sort((one, other) => (`${one.occurredAt} ${one.id}` < `${other.occurredAt} ${other.id}` ? -1 : 1));
    events = grouped(inOrder, ({ targetId }) => targetId);
    tubes = grouped(demo.world.all(sample), ({ specimenId }) => specimenId ?? '');
  });
  // Grouped once: a look through all events for each specimen would take minutes.
  let events: Map<string, Event[]>;
  const toldOf = ({ id }: { id: string }): Event[] => events.get(id) ?? [];
  const isDone = ({ status }: Specimen): boolean => status === 'COMPLETED' || status === 'IN_STORAGE';

  it('tell how they came to stand as they do, by listed transitions, and nothing of the future', () => {
    for (const row of specimens) {
      let status: SpecimenStatus = 'DRAFT';
      const [first, ...further] = toldOf(row);
      expect(first).toMatchObject({ type: 'SPECIMEN_CREATED', occurredAt: row.createdAt });
      for (const { data, occurredAt } of further) {
        expect(occurredAt <= NOW).toBe(true);
        if (data['to'] === undefined) continue;
        expect([row.requisitionNumber, data['from']]).toEqual([row.requisitionNumber, status]);
        expect(SPECIMEN_LIFECYCLE[status]).toContain(data['to']);
        status = SpecimenStatus.parse(data['to']);
      }
      expect([row.requisitionNumber, status]).toEqual([row.requisitionNumber, row.status]);
    }
  });

  it('tell their customers when they were received, and when their results were released and approved', () => {
    for (const row of specimens) {
      const told = toldOf(row);
      const at = (type: string) => told.find((one) => one.type === type)?.occurredAt ?? null;
      expect(at('SPECIMEN_ACCESSIONED')).toBe(row.receivedAt);
      expect(at('RESULTS_RELEASED')).toBe(row.resultsReleasedAt);
      expect(at('SPECIMEN_DIRECTOR_APPROVED')).toBe(row.directorApprovedAt);
      const hidden = told.filter(({ customerVisible }) => !customerVisible).map(({ type }) => type);
      expect(hidden.filter((type) => type !== 'SPECIMEN_DIRECTOR_APPROVED')).toEqual([]);
    }
  });

  it('that are done have material left, less what was drawn, with which a rework can begin', async () => {
    const finished = specimens.filter(isDone);
    expect(finished.length).toBeGreaterThan(0);
    for (const { id } of finished)
      for (const tube of tubes.get(id) ?? []) {
        const drawn = toldOf(tube).filter(({ type }) => type === 'SAMPLE_VOLUME_CHANGED');
        expect(drawn.map(({ data }) => [data['from'], data['to']])).toEqual([
          [tube.initialVolume, tube.remainingVolume],
        ]);
        expect(Number(tube.remainingVolume)).toBeLessThan(Number(tube.initialVolume));
      }
    const stamp = { at: NOW, userId: null, entity };
    const found = await demo.world.transaction(stamp, (tx) =>
      sourceMaterial(tx, finished, { continuation: 'REWORK', protocolId: '' }),
    );
    expect(found.size).toBe(finished.length);
  });
});
