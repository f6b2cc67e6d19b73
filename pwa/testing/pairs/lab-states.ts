import { encodeTime } from 'ulid';
import { benchOperationNamed } from '#db/bench-operations.ts';
import { buildSession, buildTube, signSession } from '#db/factories/benches/receiving-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { readingHash } from '#db/protocols/competences/confirm-reading.ts';
import { field } from '#db/protocols/field.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { readSectionRows } from '#db/protocols/procedures/procedure-content.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { sample } from '#db/samples/sample.ts';
import { JournalWorld } from './journal-world.ts';
import { COLLIDING, EARLIER, EARLIER_MANAGER } from './lab-rows.ts';
import { type BatchName, putLabRows, putTube } from './lab-rows-2.ts';
import { putLoading } from './loading-args.ts';

/** Hash the record that a user of this world signs. */
export async function contentHashOf(world: MemoryWorld, assignedSectionId: string): Promise<string | null> {
  const row = world.one(assignedSection, assignedSectionId);
  const own = row && world.one(section, row.sectionId);
  if (!own) return null;
  const values = world.all(fieldValue).filter((one) => one.assignedSectionId === assignedSectionId);
  return sectionContentHash(assignedSectionId, own, values, world.all(field));
}

/** Hash the version of a procedure that a user of this world reads. */
export async function readingHashOf(world: MemoryWorld, procedureId: string): Promise<string | null> {
  const row = world.one(procedure, procedureId);
  if (!row) return null;
  const stamp = { at: row.createdAt, userId: null, entity: row.entity };
  return world.transaction(stamp, async (tx) => readingHash(row, await readSectionRows(tx, procedureId)));
}

/** Build an operation's id as a device mints it: in order of time, the same in every run. */
export const operationIdAt = (occurredAt: string, actorLetter: string): string =>
  `${encodeTime(Date.parse(occurredAt), 10)}${actorLetter.repeat(13)}000`;

class Earlier {
  readonly world: MemoryWorld;
  private operationCount = 0;

  constructor(world: MemoryWorld) {
    this.world = world;
  }

  /** Execute an operation one minute after the previous one, in sync with all devices. */
  async does(
    name: string,
    args: Record<string, unknown>,
    actor: Actor = EARLIER,
    deviceId: string | null = null,
  ): Promise<void> {
    const operation = benchOperationNamed(name);
    if (!operation) throw new Error(`There is no ${name}.`);
    this.operationCount += 1;
    const occurredAt = new Date(
      Date.parse('2026-11-21T06:00:00.000Z') + this.operationCount * 60_000,
    ).toISOString();
    const operationId = operationIdAt(occurredAt, 'E');
    const result = await runRule(this.world, operation, args, { actor, occurredAt, deviceId, operationId });
    if (result.outcome === 'REJECTED') throw new Error(`${name}: ${result.message}`);
  }

  /** Execute an operation of an unsynced device on the server: it may conflict. */
  collides(name: string, args: Record<string, unknown>): Promise<void> {
    return this.does(name, args, COLLIDING, 'device-eda');
  }

  manages(name: string, args: Record<string, unknown>): Promise<void> {
    return this.does(name, args, EARLIER_MANAGER);
  }

  /** Start the batch with two tubes of its own in A1 and B1. */
  async start(batchId: BatchName): Promise<void> {
    for (const [index, plateLocation] of ['A1', 'B1'].entries()) {
      const sampleId = `${batchId}-${index + 1}`;
      putTube(this.world, sampleId);
      await this.does('place-sample', { batchId, sampleId, plateLocation });
    }
    await this.does('start-batch', { batchId });
  }

  record(batchId: BatchName, part: string, fieldId: string, sampleId: string | null, value: string) {
    const place = { assignedSectionId: `${batchId}-${part}`, fieldId, sampleId };
    return this.does('record-field-value', { ...place, value, inputMethod: 'TYPED' });
  }

  async sign(batchId: BatchName, part: string, actor: Actor = EARLIER, name = 'sign-section'): Promise<void> {
    const assignedSectionId = `${batchId}-${part}`;
    const contentHash = await contentHashOf(this.world, assignedSectionId);
    const signatureText = { proof: 'proof', printedName: actor.name, meaning: 'Performed by' };
    await this.does(name, { assignedSectionId, contentHash, ...signatureText }, actor);
  }

  async lyse(batchId: BatchName): Promise<void> {
    await this.start(batchId);
    await this.record(batchId, 'lysis', 'temperature', null, '56');
    await this.sign(batchId, 'lysis');
  }

  async elute(batchId: BatchName): Promise<void> {
    await this.lyse(batchId);
    for (const n of [1, 2]) {
      await this.record(batchId, 'elution', 'concentration', `${batchId}-${n}`, '20');
      await this.record(batchId, 'elution', 'volume', `${batchId}-${n}`, '48');
    }
  }

  async review(batchId: BatchName): Promise<void> {
    await this.elute(batchId);
    await this.sign(batchId, 'elution');
    await this.sign(batchId, 'elution', EARLIER_MANAGER, 'review-section');
  }

  async ready(batchId: BatchName): Promise<void> {
    await this.review(batchId);
    await this.does('complete-section', { assignedSectionId: `${batchId}-finish` });
  }

  async done(batchId: BatchName): Promise<void> {
    await this.ready(batchId);
    await this.does('complete-batch', { batchId });
  }
}

/**
 * Build the lab as all devices show it when their users go offline: with a subject for every operation of the
 * bench.
 */
export async function buildLab(): Promise<JournalWorld> {
  const world = putLabRows();
  const lab = new Earlier(world);
  await leadBatches(lab);
  await putAway(lab);
  await receiveEarlier(lab);
  await drawOnStock(lab);
  await collide(lab);
  putLoading(world);
  return JournalWorld.of(world);
}

async function leadBatches(lab: Earlier): Promise<void> {
  const { world } = lab;
  for (const id of ['queue-1', 'queue-2']) putTube(world, id);
  for (const [batchId, ids] of [
    ['plan', ['plan-1', 'plan-2']],
    ['other', ['other-1']],
  ] as const)
    for (const [index, sampleId] of ids.entries()) {
      putTube(world, sampleId);
      await lab.does('place-sample', { batchId, sampleId, plateLocation: ['A1', 'B1'][index] });
    }
  const control = { controlId: 'control-plan', controlType: 'NEGATIVE_CONTROL', plateLocation: 'C1' };
  await lab.does('place-control', { batchId: 'plan', ...control });
  await lab.does('place-control', { batchId: 'sign', ...control, controlId: 'control-sign' });
  for (const id of ['run-3', 'run-5', 'run-6']) putTube(world, id);
  putTube(world, 'run-4', {}, { protocolId: 'protocol-clinical' });
  for (const [sampleId, plateLocation] of [
    ['run-3', 'C1'],
    ['run-4', 'D1'],
    ['run-5', 'E1'],
    ['run-6', 'F1'],
  ] as const)
    await lab.does('place-sample', { batchId: 'run', sampleId, plateLocation });
  await lab.start('run');
  await lab.record('run', 'lysis', 'temperature', null, '56');
  await lab.does('record-field-value', {
    ...{ assignedSectionId: 'run-lysis', fieldId: 'buffer', sampleId: null },
    ...{ value: 'LOT-1', inputMethod: 'SCAN' },
  });
  const failed = { failureReason: 'INSUFFICENT_RESULTS', failureNotes: null };
  await lab.does('fail-sample', { sampleId: 'run-3', ...failed });
  await lab.does('fail-sample', { sampleId: 'run-4', ...failed });
  await lab.does('propose-batch-failure', { batchId: 'run', ...failed });
  await lab.elute('sign');
  await lab.record('sign', 'elution', 'concentration', 'control-sign', '20');
  await lab.elute('review');
  await lab.sign('review', 'elution');
  await lab.review('finish');
  await lab.ready('ready');
  await lab.done('done');
  await lab.done('plate');
  const plate = { name: 'Output', barcode: 'PLATE-OUT-1', parentId: 'rack-2', position: 'A3' };
  await lab.does('make-output-plate', { batchId: 'plate', ...plate });
  await lab.done('returned');
  await lab.manages('return-batch', { batchId: 'returned', reason: 'Two wells are empty' });
  await lab.done('approved');
  await lab.manages('approve-batch', { batchId: 'approved' });
  await lab.start('failed');
  await lab.manages('fail-batch', {
    batchId: 'failed',
    qc: false,
    ...failed,
    failureReason: 'EQUIPMENT_MALFUNCTION',
  });
}

async function putAway(lab: Earlier): Promise<void> {
  const { world } = lab;
  const completedFields = { status: 'COMPLETED', completedAt: '2026-11-12T08:00:00.000Z' } as const;
  for (const id of ['tube-1', 'tube-2', 'tube-3', 'tube-4']) putTube(world, id);
  putTube(world, 'finished-1', { status: 'COMPLETED' }, { ...completedFields, orderId: 'order-done' });
  putTube(world, 'finished-2', { status: 'COMPLETED' }, { ...completedFields, orderId: 'order-back' });
  putTube(world, 'flagged', { flaggedForReview: true });
  const move = (sampleId: string, position: string, containerId = 'box-1') => ({
    sampleId,
    containerId,
    position,
  });
  for (const [sampleId, position] of [
    ['tube-1', 'A1'],
    ['tube-2', 'A2'],
    ['tube-3', 'A3'],
    ['tube-4', 'A4'],
    ['finished-1', 'A5'],
    ['finished-2', 'A6'],
    ['plan-1', 'A7'],
    ['run-1', 'A8'],
    ['queue-1', 'A9'],
    ['flagged', 'B1'],
  ] as const)
    await lab.does('move-sample', move(sampleId, position));
  await lab.does('move-samples', { bulkId: 'bulk-1', moves: [move('tube-4', 'A1', 'box-2')] });
  await lab.does('check-out-sample', { sampleId: 'tube-3', purpose: 'QC' });
  await lab.does('mark-sample-not-found', { sampleId: 'tube-2' });
  const row = world.one(sample, 'tube-1');
  if (row)
    world.putRow(sample, {
      ...row,
      ...{ id: 'aliquot', specimenId: 'of-tube-1', parentSampleId: 'tube-1', sampleKind: 'ALIQUOT' },
      ...{ status: 'SUPPLEMENTAL', barcode: `${row.barcode.slice(0, -2)}02`, barcodeId: 'label-aliquot' },
      ...{ initialVolume: null, remainingVolume: null, storageLocationId: null, storagePosition: null },
    });
}

async function receiveEarlier(lab: Earlier): Promise<void> {
  const tube = (n: number, more: Parameters<typeof buildTube>[0]) =>
    buildTube({ julianId: `W26325-090${n}`, occurredAt: '2026-11-21T07:00:00.000Z', ...more });
  const session = await signSession(
    buildSession({
      ...{ accessionGroupId: 'group-earlier', groupNumber: 'AG-W26325-90' },
      ...{ orderIds: ['order-r'], trackingNumber: '1ZPAIRS', missingSpecimenIds: [] },
      tubes: [
        tube(1, { specimenId: 'expected-4', condition: 'LEAKING', scannedCode: 'TUBE-R-4' }),
        tube(2, { specimenId: null, condition: 'NONE', scannedCode: 'WHO-IS-THIS' }),
        tube(3, { specimenId: 'expected-5', scannedCode: 'TUBE-R-5' }),
      ],
      signature: {
        contentHash: 'a'.repeat(64),
        proof: 'proof',
        meaning: 'Received by',
        printedName: EARLIER.name,
      },
    }),
  );
  await lab.does('accession-shipment', { ...session });
  await lab.manages('hold-specimen', {
    specimenId: 'expected-5',
    status: 'RECEIVED_ON_HOLD',
    reason: 'Asked by the customer',
  });
}

async function drawOnStock(lab: Earlier): Promise<void> {
  await lab.does('open-inventory-item', { itemId: 'lot-2' });
  await lab.does('mark-inventory-item-used', { itemId: 'lot-used', reason: 'Empty' });
  const suspected = { suspectLotIds: ['lot-doubted'], failureNotes: null };
  await lab.does('fail-sample', { sampleId: 'run-5', failureReason: 'INVENTORY_ISSUE', ...suspected });
  const tool = { suspectEquipmentIds: ['tool-2'], failureNotes: null };
  await lab.does('fail-sample', { sampleId: 'run-6', failureReason: 'EQUIPMENT_MALFUNCTION', ...tool });
}

/** Open one conflict of most kinds, each with separate subjects. */
async function collide(lab: Earlier): Promise<void> {
  const { world } = lab;
  for (const id of ['clash-1', 'clash-2', 'clash-3']) putTube(world, id);
  await lab.does('check-out-sample', { sampleId: 'clash-1', purpose: 'QC' });
  await lab.collides('check-out-sample', { sampleId: 'clash-1', purpose: 'QC', typed: true });
  await lab.collides('move-sample', { sampleId: 'clash-2', containerId: 'box-2', position: 'A1' });
  await lab.collides('place-sample', { batchId: 'other', sampleId: 'clash-3', plateLocation: 'A1' });
  await lab.start('dispute');
  await lab.record('dispute', 'lysis', 'temperature', null, '56');
  await lab.collides('record-field-value', {
    ...{ assignedSectionId: 'dispute-lysis', fieldId: 'temperature', sampleId: null },
    ...{ value: '65', inputMethod: 'TYPED' },
  });
  const failed = { failureReason: 'INSUFFICENT_RESULTS', failureNotes: null };
  await lab.collides('fail-sample', { sampleId: 'plate-2', ...failed });
}
