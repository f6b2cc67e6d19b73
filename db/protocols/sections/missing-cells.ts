import { type Field, fieldApplies } from '#db/protocols/field.ts';
import { recordedOf, takesSeveralLots, valueKey } from '#db/protocols/values/current-values.ts';
import { currentOf, isLive, type SectionRun } from './section-run.ts';

/** A required value that is not recorded: of a sample or control, or of the batch when `rowId` is null. */
export interface MissingCell {
  fieldId: string;
  stepId: string;
  rowId: string | null;
  well: string | null;
}

/** The rows that lack the value of one required field, and how many should have it. */
export interface MissingField {
  field: Field;
  /** How many values the field asks for. */
  asked: number;
  cells: readonly MissingCell[];
}

/** List the required fields of a section that lack a valid value, with the rows that lack it. */
export function missingFields(run: SectionRun): MissingField[] {
  const current = currentOf(run);
  const rows = run.rows.filter(isLive);
  return run.own
    .filter((field) => field.required)
    .flatMap((field) => {
      const targets = field.scope === 'PER_SAMPLE' ? rows.filter((row) => fieldApplies(field, row)) : [null];
      const cells = targets
        .filter((row) =>
          takesSeveralLots(field)
            ? recordedOf(current, field.id).length === 0
            : !current.has(valueKey(field.id, row?.id ?? null)),
        )
        .map((row) => ({
          fieldId: field.id,
          stepId: field.stepId,
          rowId: row?.id ?? null,
          well: row?.well ?? null,
        }));
      return cells.length === 0 ? [] : [{ field, asked: targets.length, cells }];
    });
}
