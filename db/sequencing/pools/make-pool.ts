import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Batch } from '#db/batches/batch.ts';
import { SuffixLetter } from '#db/batches/batch-numbering.ts';
import { repeatedBarcode } from '#db/batches/dna-barcodes.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { amountOfMass } from '#db/protocols/values/balancing-amounts.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { Volume } from '#db/samples/volume.ts';
import type { Transaction } from '#db/transaction.ts';
import { int, ref, requiredText } from '#db/values/field-types.ts';
import { barcodesOfKit, sheetBarcode } from '../files/barcode-kits.ts';
import { poolMember } from './pool-member.ts';
import { settleDraw } from './settle-draw.ts';

const Member = z.strictObject({
  sampleId: ref,
  /** µL that were pipetted. */
  volume: Volume.refine((text) => Number(text) > 0, 'Enter how much you take.'),
  /** Of a library that was diluted 1 : n before. */
  dilution: int.min(1).max(10_000).default(1),
});
type Member = z.infer<typeof Member>;

/** Pool libraries of a sequencing batch with different barcodes into a tube with its own label. */
export const makePool = defineOperation({
  name: 'make-pool',
  version: 1,
  kind: 'intent',
  title: 'Make pool',
  grant: 'lab/custody:update',
  args: z.strictObject({
    batchId: ref,
    members: z.array(Member).min(2).max(96),
    /** The kits whose barcodes the libraries have; empty when nobody named them. */
    kits: z.array(requiredText).max(6).default([]),
    suffixLetter: SuffixLetter,
  }),
  subjects: ({ batchId, members }) => [batchId, ...members.map(({ sampleId }) => sampleId)],
  buildsOn: () => [],
  async run(tx, { batchId, members, kits, suffixLetter }, context) {
    const batch = await batchOf(tx, context, batchId);
    if (batch.type !== 'SEQUENCING')
      throw refuse('NOT_SEQUENCING', `Batch ${batch.julianId} is not a sequencing batch.`);
    if (batch.status !== 'IN_PROGRESS')
      throw refuse('NOT_STARTED', `Batch ${batch.julianId} is not in progress. Start it first.`);
    const libraries: Library[] = [];
    for (const member of members)
      libraries.push({ ...measured(await sampleOf(tx, member.sampleId), member), ...member });
    const problem = poolProblem(batch, libraries, kits);
    if (problem !== null) throw refuse(problem.code, problem.text);
    const pool = await insertPool(tx, context, batch, libraries, suffixLetter);
    for (const { row, library, amount } of libraries)
      await tx.insert(poolMember, {
        id: context.newId(),
        entity: row.entity,
        poolSampleId: pool.id,
        sampleId: row.id,
        batchId,
        volume: library.toFixed(),
        amount: amount?.toDecimalPlaces(4).toFixed() ?? null,
      });
    for (const { row } of libraries) await settleDraw(tx, context, batch, row, `Pooled into ${pool.barcode}`);
    await recordEvent(tx, context, {
      type: 'POOL_MADE',
      targetType: 'Sample',
      targetId: pool.id,
      data: { batchId, barcode: pool.barcode, members: libraries.map(({ row }) => row.barcode) },
    });
    return applied;
  },
});

interface Library extends Member {
  row: Sample;
  /** µL of the undiluted library. */
  library: Decimal;
  /** ng and fmol; null when they cannot be computed. */
  mass: Decimal | null;
  amount: Decimal | null;
}

/** Compute what a pipetted volume contains. */
function measured(row: Sample, { volume, dilution }: Member): Omit<Library, keyof Member> {
  const library = new Decimal(volume).div(dilution).toDecimalPlaces(4);
  const mass = row.extractedConcentration === null ? null : library.times(row.extractedConcentration);
  const length = row.fragmentLength;
  const amount = mass === null || length === null || length <= 0 ? null : amountOfMass(mass, length, 'ds');
  return { row, library, mass, amount };
}

interface Problem {
  code: string;
  text: string;
}

/** Return why libraries of a batch cannot be pooled, or null. */
export function poolProblem(
  { id, julianId }: Pick<Batch, 'id' | 'julianId'>,
  libraries: readonly { row: Sample }[],
  kits: readonly string[],
): Problem | null {
  const rows = libraries.map(({ row }) => row);
  const foreign = rows.find(({ batchId }) => batchId !== id);
  if (foreign) return { code: 'NOT_IN_BATCH', text: `${foreign.barcode} is not in batch ${julianId}.` };
  const twice = rows.find((row, index) => rows.findIndex((one) => one.id === row.id) !== index);
  if (twice) return { code: 'SAMPLE_REPEATED', text: `${twice.barcode} is in the pool twice.` };
  const failed = rows.find(({ status }) => status !== 'IN_PROGRESS');
  if (failed)
    return {
      code: 'NOT_IN_PROGRESS',
      text: `${failed.barcode} is not in progress. Leave it out of the pool.`,
    };
  const unnamed = rows.filter(({ dnaBarcode }) => dnaBarcode === null);
  if (unnamed.length > 0)
    return {
      code: 'BARCODE_MISSING',
      text: `Only libraries with a barcode can be pooled. Without one: ${unnamed.map((row) => row.barcode).join(', ')}.`,
    };
  const repeated = repeatedBarcode(rows.map(({ dnaBarcode }) => dnaBarcode));
  return repeated === null ? kitProblem(rows, kits) : { code: 'BARCODE_REPEATED', text: repeated };
}

function kitProblem(rows: readonly Sample[], kits: readonly string[]): Problem | null {
  const ranges = kits.flatMap((kit) => {
    const range = barcodesOfKit(kit);
    return range === null ? [] : [{ kit: kit.toUpperCase(), ...range }];
  });
  if (ranges.length === 0 || ranges.length < kits.length) return null;
  const foreign = rows.find(({ dnaBarcode }) => {
    const number = Number(sheetBarcode(dnaBarcode ?? '')?.slice('barcode'.length));
    return ranges.every(({ first, last }) => !(number >= first && number <= last));
  });
  const text = ranges.map(({ kit, first, last }) => `${kit} has ${first} to ${last}`).join(', ');
  return foreign
    ? { code: 'NOT_IN_KIT', text: `Barcode ${foreign.dnaBarcode} of ${foreign.barcode}: ${text}.` }
    : null;
}

async function insertPool(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  libraries: readonly Library[],
  suffixLetter: string | null,
): Promise<Sample> {
  const [id, barcodeId] = [context.newId(), context.newId()];
  const value = await nextPoolBarcode(tx, batch, suffixLetter);
  const volume = libraries.reduce((sum, one) => sum.plus(one.volume), new Decimal(0));
  const mass = sumOrNull(libraries.map((one) => one.mass));
  const amount = sumOrNull(libraries.map((one) => one.amount));
  await tx.insert(barcode, {
    id: barcodeId,
    entity: batch.entity,
    value,
    type: 'SAMPLE',
    targetId: id,
    active: true,
  });
  return tx.insert(sample, {
    id,
    entity: batch.entity,
    barcodeId,
    barcode: value,
    sampleKind: 'POOL',
    status: 'IN_STORAGE',
    extractedConcentration: mass?.div(volume).toDecimalPlaces(4).toFixed() ?? null,
    // The length at which mass and amount of the pool agree.
    fragmentLength:
      mass === null || amount === null || amount.isZero()
        ? null
        : amountOfMass(mass, amount, 'ds').toDecimalPlaces(0).toNumber(),
    extractedVolume: volume.toFixed(),
    initialVolume: volume.toFixed(),
    remainingVolume: volume.toFixed(),
    flaggedForReview: false,
    positionConflict: false,
    attempt: 1,
  });
}

const sumOrNull = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.reduce<Decimal | null>(
    (sum, value) => (sum === null || value === null ? null : sum.plus(value)),
    new Decimal(0),
  );

/** Return the label of the next pool of a batch: `W26325-S01-P1`, on a device with its letter `W26325-S01-PK1`. */
async function nextPoolBarcode(tx: Transaction, batch: Batch, suffixLetter: string | null): Promise<string> {
  const members = await tx.find(poolMember, { batchId: batch.id, deleted: [true, false] });
  const stem = `${batch.julianId}-P${suffixLetter ?? ''}`;
  const numbers: number[] = [];
  for (const id of new Set(members.map(({ poolSampleId }) => poolSampleId))) {
    const value = (await tx.get(sample, id))?.barcode;
    if (value?.startsWith(stem)) numbers.push(Number(value.slice(stem.length)));
  }
  const next = Math.max(0, ...numbers.filter((one) => !Number.isNaN(one))) + 1;
  if (next > 99)
    throw new AppError('NO_BARCODE_LEFT', `Batch ${batch.julianId} has no label left for a pool.`);
  return `${stem}${next}`;
}
