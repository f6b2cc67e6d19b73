import { beforeAll, describe, expect, test } from 'vitest';
import { BENCH_ROLES, isOneOf, ROLES } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { receiveTubes, WholeLab } from '#db/factories/benches/whole-lab.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { certification } from '#db/inventory/certification.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { flow, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { event } from '#db/records/events/event.ts';
import { placeOf, placeText } from '#db/samples/custody/custody-chain.ts';
import { sample } from '#db/samples/sample.ts';
import { accessionGroup } from '#db/specimens/accession/accession-group.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { unfinishedWork } from '#db/specimens/results/finished-work.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { buildDemoLab, type DemoLab } from './demo-lab.ts';
import { DEMO_ROLES } from './demo-people.ts';

const NOW = '2026-11-21T14:00:00.000Z';
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };

let lab: DemoLab;
let world: MemoryWorld;
beforeAll(async () => {
  lab = await buildDemoLab(SETTINGS);
  world = lab.WBL.world;
});

/** What the lab owns, whichever business entity a sample is from. */
const OF_LAB: readonly AnyEntity[] = [
  accessionGroup,
  assignedSection,
  batch,
  certification,
  equipment,
  inventoryItem,
  inventoryType,
  measurementUnit,
  procedure,
  section,
  storageManagement,
];

describe('the demo lab', () => {
  test('has all roles in WBL, and no bench roles in RESONANT', () => {
    const rolesOf = (entity: 'WBL' | 'RESONANT') =>
      new Set(lab[entity].all(userCompany).map(({ role }) => role));
    expect(rolesOf('WBL')).toEqual(new Set(ROLES));
    expect(rolesOf('RESONANT')).toEqual(new Set(DEMO_ROLES.RESONANT));
    expect(DEMO_ROLES.RESONANT).toHaveLength(15);
    expect([...rolesOf('RESONANT')].filter((role) => isOneOf(role, BENCH_ROLES))).toEqual([]);
  });

  test.each(OF_LAB.map((entity) => [entity.table, entity] as const))(
    'has one %s table for both businesses',
    (_table, entity) => {
      expect(lab.WBL.all(entity).length).toBeGreaterThan(0);
      expect(lab.RESONANT.all(entity)).toEqual([]);
    },
  );

  test('stores the samples of both businesses in the same storage, each with the entity of its specimen', () => {
    const locations = new Set(world.all(storageManagement).map(({ id }) => id));
    for (const { sampleKind, specimenId, entity, storageLocationId } of world.all(sample)) {
      // A pool has no specimen, and belongs to the lab.
      const owner = sampleKind === 'POOL' ? 'WBL' : world.one(specimen, specimenId ?? '')?.entity;
      expect(owner).toBe(entity);
      expect(storageLocationId === null || locations.has(storageLocationId)).toBe(true);
    }
    for (const { specimenId, entity } of world.all(discrepancy))
      expect(world.one(specimen, specimenId ?? '')?.entity).toBe(entity);
    expect(lab.RESONANT.all(sample).length).toBeGreaterThan(100);
  });

  test('stores one sample per position', () => {
    const positions = world
      .all(sample)
      .filter(({ storagePosition }) => storagePosition !== null)
      .map((row) => `${row.storageLocationId} ${row.storagePosition}`);
    expect(new Set(positions).size).toBe(positions.length);
  });

  test('names the location in the custody of every tube', () => {
    const names = new Map(world.all(storageManagement).map(({ id, name }) => [id, name]));
    for (const { all, select } of Object.values(lab).map((demo) => ({
      all: demo.all(sample),
      select: demo.select(event, { type: 'SAMPLE_MOVED' }),
    }))) {
      expect([all.length > 0, select.length > 0]).toEqual([true, true]);
      for (const move of select) {
        const to = placeOf(move);
        expect(placeText(to)).toBe(`${names.get(to?.containerId ?? '')}, ${to?.position}`);
      }
    }
  });

  test('has the events of a sample or specimen at its own business, by the people of the bench', () => {
    const people = new Map(world.all(userCompany).map((row) => [row.userId, row]));
    for (const row of lab.RESONANT.select(event, { type: 'SAMPLE_CREATED' }))
      expect(people.get(row.userId ?? '')).toMatchObject({ entity: 'WBL', role: 'LAB_TECH' });
    for (const row of [...world.select(event, { targetType: 'Sample' })])
      expect(row.entity).toBe(world.one(sample, row.targetId)?.entity);
    for (const row of world.select(event, { targetType: 'Specimen' }))
      expect(row.entity).toBe(world.one(specimen, row.targetId)?.entity);
  });

  test('runs a batch with samples of both businesses', () => {
    const mixed = world
      .select(batch, { status: 'IN_PROGRESS' })
      .map((row) => ({ row, samples: world.select(sample, { batchId: row.id }) }))
      .filter(({ samples }) => new Set(samples.map(({ entity }) => entity)).size === 2);
    expect(mixed.map(({ row }) => row.type)).toEqual(['EXTRACTION']);
    expect(mixed.flatMap(({ samples }) => samples).every(({ status }) => status === 'IN_PROGRESS')).toBe(
      true,
    );
  });

  test('runs batches whose tubes have the progress of the batch', () => {
    for (const { id, status } of world.all(batch)) {
      const states = new Set(world.select(sample, { batchId: id }).map((tube) => tube.status));
      if (status === 'NOT_STARTED') expect(states).toEqual(new Set(['BATCH_ASSIGNED']));
      if (status === 'IN_PROGRESS') expect(states).toEqual(new Set(['IN_PROGRESS']));
    }
  });

  test('shares the preparation and extraction, and has clinical procedures of its own for the rest', () => {
    const methodsOf = (entity: 'WBL' | 'RESONANT'): (Procedure | undefined)[] => {
      const [longest] = lab[entity].select(flow, { name: 'From blood' });
      return Object.values(PROCEDURE_ID_FIELD).map((field) => world.one(procedure, longest?.[field] ?? ''));
    };
    const [research, clinical] = [methodsOf('WBL'), methodsOf('RESONANT')];
    expect(clinical.map((method, n) => method?.id === research[n]?.id)).toEqual([true, true, false, false]);
    expect(clinical.map((method) => method?.clinical)).toEqual([false, false, true, true]);
    const codes = world.all(procedure).map(({ code, procedureVersion }) => `${code} ${procedureVersion}`);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test("has an order of RESONANT whose results wait for the lab's clinical director", () => {
    const isFinished = ({ id }: Order): boolean => {
      const specimens = world.select(specimen, { orderId: id });
      const isDone = (row: Row<typeof specimen>): boolean =>
        row.directorApproved === null &&
        row.status === 'IN_PROGRESS' &&
        unfinishedWork(world.select(sample, { specimenId: row.id })).length === 0;
      return specimens.length > 0 && specimens.every(isDone);
    };
    expect(lab.RESONANT.all(order).filter(isFinished)).toHaveLength(1);
    const director = lab.WBL.actor('LAB_CLINICAL_DIRECTOR').userId;
    const approvals = world
      .all(batch)
      .filter(({ directorApprovedById }) => directorApprovedById === director);
    expect(approvals.map(({ type }) => type)).toEqual(['SEQUENCING']);
  });

  test('has lots that match their status: an ordered item has no lot yet, a used one has its time', () => {
    const items = world.all(inventoryItem);
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set(['ORDERED', 'RECEIVED', 'OPENED', 'USED']),
    );
    for (const { status, lotNumber, receivedAt, openedAt, usedAt } of items) {
      expect([lotNumber === null, receivedAt === null]).toEqual(Array(2).fill(status === 'ORDERED'));
      if (status === 'OPENED') expect(openedAt).not.toBeNull();
      expect(usedAt !== null).toBe(status === 'USED');
    }
  });
});

test("a specimen of RESONANT that the lab's tech receives has samples, findings and events of RESONANT", async () => {
  const clinic = await WholeLab.open('RESONANT');
  const [shipped] = clinic.demo.select(order, { status: 'SHIPPED', packageType: 'TUBE' });
  const orderId = shipped?.id ?? '';
  await receiveTubes(clinic, orderId, ['NONE', 'LEAKING']);
  const [received, leaking] = clinic.specimens(orderId);
  expect(received?.receivedAt).not.toBeNull();
  for (const { id, accessionGroupId } of [received, leaking].flatMap((row) => row ?? [])) {
    const tubes = clinic.world.select(sample, { specimenId: id });
    expect(tubes.map(({ entity }) => entity)).toEqual(['RESONANT']);
    const events = clinic.world.select(event, { targetType: 'Specimen', targetId: id });
    expect(new Set(events.map(({ entity }) => entity))).toEqual(new Set(['RESONANT']));
    const { userId } = clinic.demo.actor('LAB_TECH');
    expect(clinic.world.one(accessionGroup, accessionGroupId ?? '')).toMatchObject({
      entity: 'WBL',
      receivedById: userId,
    });
  }
  const problems = clinic.world.select(discrepancy, { specimenId: leaking?.id ?? '' });
  expect(problems.map(({ entity }) => entity)).toEqual(['RESONANT']);
});
