import { type Batch, batch } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { lotName } from '#db/inventory/lot-problem.ts';
import { field } from '#db/protocols/field.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { effectiveValues, fieldValue } from '#db/protocols/values/field-value.ts';
import type { Transaction } from '#db/transaction.ts';

/** A lot that a batch used, or an instrument that was scanned in it: a possible cause of a failure. */
export interface Suspect {
  id: string;
  name: string;
  /** Where it was used, for example `Lysis: Lysis buffer`. */
  usedIn: string[];
  /** Whether it is quarantined, or flagged for review, now. */
  inReview: boolean;
}

/** All lots and equipment that batches used and that may have caused a failure (domain 5.9). */
export interface Suspects {
  lots: Suspect[];
  equipment: Suspect[];
}

interface Use {
  id: string;
  name: string;
  location: string;
}

/** Read the lots and the equipment that batches used, each once, in the order of the sections. */
export async function suspectsOf(tx: Transaction, batchIds: readonly string[]): Promise<Suspects> {
  const lots: Use[] = [];
  const tools: Use[] = [];
  for (const id of [...new Set(batchIds)].sort()) {
    const row = await tx.get(batch, id);
    if (row) await collect(tx, row, lots, tools);
  }
  const items = await read(lots, (ids) => tx.find(inventoryItem, { id: ids }));
  const instruments = await read(tools, (ids) => tx.find(equipment, { id: ids }));
  return {
    lots: mergeUses(
      lots,
      (id, name) => nameOf(items.get(id), name),
      (id) => items.get(id)?.quarantined === true,
    ),
    equipment: mergeUses(
      tools,
      (id, name) => instruments.get(id)?.name ?? name,
      (id) => (instruments.get(id)?.flaggedForReviewAt ?? null) !== null,
    ),
  };
}

const nameOf = (item: InventoryItem | undefined, recordedName: string): string =>
  item ? lotName(item) : recordedName;

async function read<R extends { id: string }>(
  uses: readonly Use[],
  find: (ids: string[]) => Promise<R[]>,
): Promise<Map<string, R>> {
  const ids = [...new Set(uses.map((one) => one.id))].sort();
  const rows = ids.length === 0 ? [] : await find(ids);
  return new Map(rows.map((row) => [row.id, row]));
}

async function collect(tx: Transaction, row: Batch, lots: Use[], tools: Use[]): Promise<void> {
  const assigned = await tx.find(assignedSection, { batchId: row.id });
  const sections = await tx.find(section, { procedureId: row.procedureId });
  const labels = new Map(
    (await tx.find(field, { procedureId: row.procedureId })).map((one) => [one.id, one.label]),
  );
  const order = new Map(sections.map((one) => [one.id, one]));
  const inOrder = [...assigned].sort(
    (a, b) => (order.get(a.sectionId)?.order ?? 0) - (order.get(b.sectionId)?.order ?? 0),
  );
  const values =
    assigned.length === 0
      ? []
      : await tx.find(fieldValue, { assignedSectionId: assigned.map((one) => one.id) });
  for (const part of inOrder) {
    const name = order.get(part.sectionId)?.name ?? '';
    for (const one of effectiveValues(values.filter((value) => value.assignedSectionId === part.id))) {
      if (one.inventoryItemId === null) continue;
      lots.push({
        id: one.inventoryItemId,
        name: one.value,
        location: `${name}: ${labels.get(one.fieldId) ?? ''}`,
      });
    }
    for (const id of Object.keys(part.equipmentScans).sort()) tools.push({ id, name: id, location: name });
  }
  for (const one of await tx.find(batchControl, { batchId: row.id }))
    if (one.inventoryItemId !== null)
      lots.push({ id: one.inventoryItemId, name: one.name, location: `Control: ${one.name}` });
}

function mergeUses(
  uses: readonly Use[],
  name: (id: string, recordedName: string) => string,
  inReview: (id: string) => boolean,
): Suspect[] {
  const suspectById = new Map<string, Suspect>();
  for (const { id, name: recordedName, location } of uses) {
    const known = suspectById.get(id) ?? {
      id,
      name: name(id, recordedName),
      usedIn: [],
      inReview: inReview(id),
    };
    if (!known.usedIn.includes(location)) known.usedIn.push(location);
    suspectById.set(id, known);
  }
  return [...suspectById.values()];
}
