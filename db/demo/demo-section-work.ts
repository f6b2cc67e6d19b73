import { completeRow } from '#db/complete-row.ts';
import type { Row } from '#db/entity.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { scanEquipment, tickStep } from '#db/protocols/sections/section-marks.ts';
import {
  type GridRow,
  loadSectionRun,
  type SectionRun,
  valuesOf,
} from '#db/protocols/sections/section-run.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import { reviewSection, signSection } from '#db/protocols/signing/sign-section.ts';
import { recalculate } from '#db/protocols/values/recalculate.ts';
import { recordFieldValues } from '#db/protocols/values/record-field-value.ts';
import type { Transaction } from '#db/transaction.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { wellPosition } from '#db/values/plate-well.ts';
import type { DemoWorld } from './demo-world.ts';

/** Return the sections of a batch in the order in which they are run. */
export async function sectionsOf(demo: DemoWorld, batchId: string, at: string): Promise<SectionRun[]> {
  const rows = demo.world.select(assignedSection, { batchId });
  const runs = await Promise.all(rows.map((row) => readRun(demo, row.id, at)));
  return runs.sort((a, b) => a.running.section.order - b.running.section.order);
}

const readRun = (demo: DemoWorld, id: string, at: string): Promise<SectionRun> => {
  const actor = demo.actor('LAB_TECH');
  const context = { actor, occurredAt: at } as OperationContext;
  return demo.world.transaction({ at, userId: null, entity: actor.entity }, (tx) =>
    loadSectionRun(tx, context, id),
  );
};

/**
 * Fill in a section as a tech would: equipment, steps, every value. `share` below 1 stops part of the way.
 */
export async function workOn(demo: DemoWorld, run: SectionRun, at: string, share = 1): Promise<void> {
  const assignedSectionId = run.assigned.id;
  for (const type of run.running.section.equipmentTypeRequired) {
    const tool = demo.world.select(equipment, { type })[0];
    if (tool) await demo.perform(scanEquipment, { assignedSectionId, equipmentId: tool.id }, 'LAB_TECH', at);
  }
  const values = run.own.flatMap((field) => valuesFor(demo, run, field, at));
  const recordedValues = values.slice(0, Math.ceil(values.length * share));
  if (recordedValues.length > 0)
    await demo.perform(recordFieldValues, { assignedSectionId, values: recordedValues }, 'LAB_TECH', at);
  if (share < 1) return;
  for (const step of run.steps.filter(({ sectionId }) => sectionId === run.assigned.sectionId)) {
    await demo.perform(tickStep, { assignedSectionId, stepId: step.id, done: true }, 'LAB_TECH', at);
  }
}

/** Return the record as signed: with the calculated values, which only the signing stores. */
function readToSign(demo: DemoWorld, id: string, at: string): Promise<SectionRun> {
  const actor = demo.actor('LAB_TECH');
  const stamp = { at, userId: null, entity: actor.entity };
  const contextFields = { actor, occurredAt: at, newId: () => demo.id() };
  return demo.world.transaction(stamp, async (tx) => {
    const run = await loadSectionRun(tx, contextFields as OperationContext, id);
    const keepsNothing: Transaction = {
      get: (entity, rowId) => tx.get(entity, rowId),
      find: (entity, filter) => tx.find(entity, filter),
      ancestors: (entity, rowId, parentField) => tx.ancestors(entity, rowId, parentField),
      insert: async (entity, row) => completeRow(entity, row, stamp),
      patch: (entity, rowId, changes) => tx.patch(entity, rowId, changes),
    };
    await recalculate(keepsNothing, contextFields as OperationContext, run);
    return run;
  });
}

/** Sign a section as performed, and have the lab manager review it when its method requires that. */
export async function sign(demo: DemoWorld, run: SectionRun, at: string): Promise<void> {
  const now = await readToSign(demo, run.assigned.id, at);
  const contentHash = await sectionContentHash(
    now.assigned.id,
    now.running.section,
    valuesOf(now),
    now.fields,
  );
  const signed = { assignedSectionId: now.assigned.id, contentHash, proof: 'demo' };
  await demo.perform(signSection, signed, 'LAB_TECH', at);
  if (!now.running.section.requiresReview) return;
  await demo.perform(reviewSection, signed, 'LAB_MANAGER', at);
}

interface Entry {
  fieldId: string;
  sampleId: string | null;
  value: string;
  inputMethod: 'SCAN' | 'TYPED';
}

function valuesFor(demo: DemoWorld, run: SectionRun, field: Field, at: string): Entry[] {
  if (field.type === 'CALCULATION' || !field.required) return [];
  const rows = field.scope === 'PER_SAMPLE' ? run.rows : [null];
  const inputMethod = field.type === 'BARCODE' || field.type === 'LOT_NUMBER' ? 'SCAN' : 'TYPED';
  return rows.flatMap((row, index) => {
    const value = valueFor(demo, run, field, row, index, at);
    return value === null ? [] : [{ fieldId: field.id, sampleId: row?.id ?? null, value, inputMethod }];
  });
}

function valueFor(
  demo: DemoWorld,
  run: SectionRun,
  field: Field,
  row: GridRow | null,
  index: number,
  at: string,
): string | null {
  switch (field.type) {
    case 'NUMBER':
      return numberOf(field, row, index, run.procedure.outputVolume);
    case 'BOOLEAN':
      return 'true';
    case 'DATE':
      return labDayOf(at, demo.settings.labTimezone);
    case 'LOT_NUMBER':
      return usableLot(demo, field)?.barcode ?? null;
    case 'BARCODE':
      if (field.barcodeType === 'DNA_BARCODE')
        return `NB${String(wellPosition(row?.well ?? '') ?? 1).padStart(2, '0')}`;
      if (field.barcodeType === 'FLOW_CELL') return flowCell(demo)?.barcode ?? null;
      return row?.sample?.barcode ?? null;
    default:
      return 'As expected';
  }
}

function numberOf(field: Field, row: GridRow | null, index: number, output: string | null): string {
  if (row?.control && row.control.controlType !== 'POSITIVE_CONTROL') return field.min ?? '0';
  const spread = ((index * 37) % 50) / 10;
  if (field.mapsTo === 'EXTRACTED_CONCENTRATION') return (18.4 + spread * 4).toFixed(1);
  if (field.mapsTo === 'FRAGMENT_LENGTH') return String(11_000 + index * 173);
  if (field.mapsTo === 'EXTRACTED_VOLUME') return (Number(output ?? '50') - 5 + spread / 2).toFixed(1);
  if (field.qcMin !== null) return String(Math.round(Number(field.qcMin) * 1.6));
  return field.min === null ? '10' : String(Math.max(Number(field.min), 0) + 1);
}

/** Return an available flow cell, which a run identifies by the label of its item. */
function flowCell(demo: DemoWorld): Row<typeof inventoryItem> | undefined {
  const [type] = demo.world.select(inventoryType, { category: 'FLOW_CELL' });
  return demo.world
    .select(inventoryItem, { inventoryTypeId: type?.id ?? '' })
    .find(({ status }) => status === 'RECEIVED');
}

const usableLot = (demo: DemoWorld, field: Field): Row<typeof inventoryItem> | undefined =>
  demo.world
    .select(inventoryItem, { inventoryTypeId: field.inventoryTypeId ?? '' })
    .find(({ quarantined, expirationDate }) => !quarantined && (expirationDate ?? '9999') > demo.day(0));
