import { placeSample } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor, OperationContext } from '#db/operation.ts';
import { type Field, field } from '#db/protocols/field.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { reviewSection, signSection } from '#db/protocols/signing/sign-section.ts';
import { currentValues, recordedOf, valueKey } from '#db/protocols/values/current-values.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { recordFieldValue } from '#db/protocols/values/record-field-value.ts';
import { ANN, buildBatchWorld, hashOf } from './build-batch-world.ts';

export const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;
export const by = (
  actor: Actor,
  minute = 0,
  more: Partial<OperationContext> = {},
): Partial<OperationContext> => ({
  actor,
  occurredAt: at(minute),
  ...more,
});
export const LYSIS = 'batch-1-lysis';
export const ELUTION = 'batch-1-elution';

export async function startedWorld(
  options: Parameters<typeof buildBatchWorld>[0] = {},
): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, ...options });
  for (const [sampleId, plateLocation] of [
    ['s1', 'A1'],
    ['s2', 'B1'],
  ] as const) {
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, by(ANN));
  }
  await runRule(world, startBatch, { batchId: 'batch-1' }, by(ANN));
  return world;
}
export const record = (
  world: MemoryWorld,
  part: string,
  fieldId: string,
  sampleId: string | null,
  value: string,
  context = by(ANN),
) =>
  runRule(
    world,
    recordFieldValue,
    { assignedSectionId: part, fieldId, sampleId, value, inputMethod: 'TYPED' },
    context,
  );
export const args = async (world: MemoryWorld, part: string, contentHash?: string) => ({
  assignedSectionId: part,
  contentHash: contentHash ?? (await hashOf(world, part)),
  proof: 'proof',
  printedName: 'printed',
  meaning: 'Performed by',
});
export const sign = async (world: MemoryWorld, part: string, context = by(ANN, 30), contentHash?: string) =>
  runRule(
    world,
    signSection,
    { ...(await args(world, part, contentHash)), printedName: context.actor?.name ?? '' },
    context,
  );
export const review = async (
  world: MemoryWorld,
  part: string,
  context: Partial<OperationContext>,
  contentHash?: string,
) => runRule(world, reviewSection, await args(world, part, contentHash), context);
/** Return the present value of a field and sample; of a field with several lots, the first one. */
export function current(world: MemoryWorld, fieldId: string, sampleId: string | null) {
  const all = currentValues(world.all(fieldValue), world.all(field));
  return sampleId === null ? recordedOf(all, fieldId)[0] : all.get(valueKey(fieldId, sampleId));
}
export const section = (world: MemoryWorld, id: string) =>
  world.all(assignedSection).find((one) => one.id === id);
export async function lysed(options: Parameters<typeof buildBatchWorld>[0] = {}): Promise<MemoryWorld> {
  const world = await startedWorld(options);
  await record(world, LYSIS, 'temperature', null, '56');
  await sign(world, LYSIS);
  return world;
}
export async function eluted(options: Parameters<typeof buildBatchWorld>[0] = {}): Promise<MemoryWorld> {
  const world = await lysed(options);
  for (const sampleId of ['s1', 's2']) {
    await record(world, ELUTION, 'concentration', sampleId, '20', by(ANN, 31));
    await record(world, ELUTION, 'volume', sampleId, '48', by(ANN, 31));
  }
  return world;
}

/** Build a started batch whose lysis requires a lot of lysis buffer; lot L1 exists. */
export async function worldWithBuffer(
  fieldOverrides: Partial<Field> = {},
  lot: Partial<InventoryItem> = {},
): Promise<MemoryWorld> {
  const buffer = buildField({
    id: 'buffer',
    name: 'buffer',
    stepId: 'step-lysis',
    label: 'Buffer',
    type: 'LOT_NUMBER',
    scope: 'PER_BATCH',
    min: null,
    max: null,
    decimals: null,
    inventoryTypeId: 'type-buffer',
    ...fieldOverrides,
  });
  const world = await startedWorld({ fields: [buffer] });
  world.putRow(inventoryType, buildInventoryType({ id: 'type-buffer', name: 'Lysis buffer' }));
  const own = { id: 'lot-1', inventoryTypeId: 'type-buffer', lotNumber: 'L1' };
  world.putRow(inventoryItem, buildInventoryItem({ ...own, ...lot }));
  return world;
}
