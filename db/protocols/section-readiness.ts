import { certification } from '#db/inventory/certification.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { equipmentProblem } from '#db/inventory/equipment-problem.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { calculatedValues } from './calculated-values.ts';
import { currentValues, recordedOf, takesSeveralLots, valueKey } from './current-values.ts';
import { fieldApplies } from './field-applies.ts';
import { invalidOrMissing } from './field-value-check.ts';
import { currentOf, isLive, type SectionRun } from './section-run.ts';

/** One reason why a section cannot be completed, as code and text. */
export interface ReadinessProblem {
  code: 'VALUE_MISSING' | 'CONFLICTS_OPEN' | 'EQUIPMENT';
  message: string;
  /** The wells that lack the value, when only some do. */
  wells?: readonly string[];
}

/** List required fields without a valid value: one problem per field, with the tubes that lack it. */
export function missingValues(run: SectionRun): ReadinessProblem[] {
  const current = currentOf(run);
  const known = currentValues(run.values, run.fields);
  const rows = run.rows.filter(isLive);
  return run.own
    .filter((field) => field.required)
    .flatMap((field) => {
      const targets = field.scope === 'PER_SAMPLE' ? rows.filter((row) => fieldApplies(field, row)) : [null];
      const lacking = targets.filter((row) =>
        takesSeveralLots(field)
          ? recordedOf(current, field.id).length === 0
          : !current.has(valueKey(field.id, row?.id ?? null)),
      );
      if (lacking.length === 0) return [];
      const calculated =
        field.type === 'CALCULATION' ? calculatedValues(field, rows, run.fields, known) : null;
      const problem = calculated?.get(lacking[0]?.id ?? '')?.problem;
      const wells = lacking.length < targets.length ? lacking.flatMap((row) => row?.well ?? []) : [];
      return [{ code: 'VALUE_MISSING' as const, message: problem ?? invalidOrMissing(field.label), wells }];
    });
}

/** List equipment types of the section that nobody scanned, and scanned instruments that may not be used. */
export async function equipmentProblems(
  tx: Transaction,
  run: SectionRun,
  labDay: string,
): Promise<ReadinessProblem[]> {
  const ids = Object.keys(run.assigned.equipmentScans).sort();
  const scanned = ids.length > 0 ? await tx.find(equipment, { id: ids }) : [];
  const missing = run.running.section.equipmentTypeRequired.filter(
    (type) => !scanned.some((one) => one.type === type),
  );
  const problems: ReadinessProblem[] = missing.map((type) => ({
    code: 'EQUIPMENT',
    message: `Scan a ${type}.`,
  }));
  for (const one of scanned) {
    const problem = equipmentProblem(one, await tx.find(certification, { equipmentId: one.id }), labDay);
    if (problem) problems.push({ code: 'EQUIPMENT', message: problem.message });
  }
  return problems;
}

/** Format the text for open conflicts, or return null. */
export const conflictsText = (n: number): string | null =>
  n === 0 ? null : `Resolve ${n} sync conflicts first.`;

/** List everything that keeps a section from being completed. */
export async function sectionProblems(
  tx: Transaction,
  run: SectionRun,
  labDay: string,
): Promise<ReadinessProblem[]> {
  const open = await tx.find(syncConflict, { assignedSectionId: run.assigned.id, status: 'OPEN' });
  const text = conflictsText(open.length);
  const conflicts: ReadinessProblem[] = text === null ? [] : [{ code: 'CONFLICTS_OPEN', message: text }];
  return [...missingValues(run), ...conflicts, ...(await equipmentProblems(tx, run, labDay))];
}
