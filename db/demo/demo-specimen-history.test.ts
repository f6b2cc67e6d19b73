import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#db/entity.ts';
import { sourceMaterial } from '#db/ordering/drafts/source-specimens.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_LIFECYCLE } from '#db/specimens/specimen-lifecycle.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { buildDemoLab, type DemoLab } from './demo-lab.ts';
import type { DemoWorld } from './demo-world.ts';

type Event = Row<typeof event>;

const NOW = '2026-11-21T14:00:00.000Z';
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

let lab: DemoLab;
beforeAll(async () => {
  lab = await buildDemoLab(SETTINGS);
});

describe.each(BUSINESS_ENTITIES)('the specimens of the demo lab %s', (entity) => {
  let demo: DemoWorld;
  let specimens: Specimen[];
  let tubes: Map<string, Sample[]>;
  beforeAll(() => {
    demo = lab[entity];
    specimens = demo.all(specimen);
    const inOrder = demo
      .all(event)
      .sort((one, other) => (`${one.occurredAt} ${one.id}` < `${other.occurredAt} ${other.id}` ? -1 : 1));
    events = grouped(inOrder, ({ targetId }) => targetId);
    tubes = grouped(demo.all(sample), ({ specimenId }) => specimenId ?? '');
  });
  // Grouped once: a scan of all events for each specimen would take minutes.
  let events: Map<string, Event[]>;
  const eventsOf = ({ id }: { id: string }): Event[] => events.get(id) ?? [];
  const isDone = ({ status }: Specimen): boolean => status === 'COMPLETED' || status === 'IN_STORAGE';

  it('have a history of listed transitions, without future events', () => {
    for (const row of specimens) {
      let status: SpecimenStatus = 'DRAFT';
      const [first, ...further] = eventsOf(row);
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

  it('record for their customers when they were received, and when their results were released and approved', () => {
    for (const row of specimens) {
      const loggedEvents = eventsOf(row);
      const at = (type: string) => loggedEvents.find((one) => one.type === type)?.occurredAt ?? null;
      expect(at('SPECIMEN_ACCESSIONED')).toBe(row.receivedAt);
      expect(at('RESULTS_RELEASED')).toBe(row.resultsReleasedAt);
      expect(at('SPECIMEN_DIRECTOR_APPROVED')).toBe(row.directorApprovedAt);
      const hidden = loggedEvents.filter(({ customerVisible }) => !customerVisible).map(({ type }) => type);
      expect(hidden.filter((type) => type !== 'SPECIMEN_DIRECTOR_APPROVED')).toEqual([]);
    }
  });

  it('have remaining material when done, less the drawn volume, so that a rework can begin', async () => {
    const finishedSpecimens = specimens.filter(isDone);
    expect(finishedSpecimens.length).toBeGreaterThan(0);
    for (const { id } of finishedSpecimens)
      for (const tube of tubes.get(id) ?? []) {
        const volumeChanges = eventsOf(tube).filter(({ type }) => type === 'SAMPLE_VOLUME_CHANGED');
        expect(volumeChanges.map(({ data }) => [data['from'], data['to']])).toEqual([
          [tube.initialVolume, tube.remainingVolume],
        ]);
        expect(Number(tube.remainingVolume)).toBeLessThan(Number(tube.initialVolume));
      }
    const stamp = { at: NOW, userId: null, entity };
    const groups = await demo.world.transaction(stamp, (tx) =>
      sourceMaterial(tx, finishedSpecimens, { continuation: 'REWORK', protocolId: '' }),
    );
    expect(groups.size).toBe(finishedSpecimens.length);
  });
});
