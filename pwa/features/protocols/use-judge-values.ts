import {
  type CurrentValue,
  lotOfPlace,
  sameEntry,
  takesSeveralLots,
  valueKey,
} from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import { checkFieldValue } from '#db/protocols/field-value-check.ts';
import { formatFieldValue } from '#db/protocols/format-field-value.ts';
import { resolveFacts } from '#db/protocols/resolve-facts.ts';
import { currentOf, loadSectionRun, wasSigned } from '#db/protocols/section-run.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Correction, EnteredValue } from './entered-value.ts';
import { nameIn, type SectionView } from './section-view.ts';

export type JudgedValue =
  | { kind: 'ok' | 'same'; entry: EnteredValue }
  /** `overRecord`: a value is recorded at its place. */
  | { kind: 'problem'; entry: EnteredValue; problem: string; overRecord: boolean }
  | { kind: 'correction'; entry: EnteredValue; correction: Correction };

/** The value as the user saw it: of a lot among several, the amount taken of it. */
const storedText = (field: Field, { current }: CurrentValue): string =>
  takesSeveralLots(field) ? (current.numericValue ?? '') : current.value;

/**
 * Judge entered values by the same rules that will record them; null when the section is not on this device.
 */
export function useJudgeValues(view: SectionView) {
  const ask = useAskRules();
  const { run, people } = view;
  return (entries: readonly EnteredValue[]) =>
    ask(async (tx, context): Promise<JudgedValue[]> => {
      const now = await loadSectionRun(tx, context, run.assigned.id);
      const known = currentOf(now);
      const judgedValues: JudgedValue[] = [];
      for (const entry of entries) {
        const field = now.own.find((one) => one.id === entry.fieldId);
        if (!field) continue;
        const place = { sampleId: entry.rowId, value: entry.text, amount: entry.amount ?? null };
        const checked = checkFieldValue(
          field,
          entry.text,
          await resolveFacts(tx, context, now, field, place),
        );
        if (checked.problem !== null) {
          const overRecord = known.has(valueKey(field.id, entry.rowId));
          judgedValues.push({ kind: 'problem', entry, problem: checked.problem, overRecord });
          continue;
        }
        const recorded = known.get(valueKey(field.id, entry.rowId, lotOfPlace(field, checked)));
        const current = recorded?.current;
        const lots = takesSeveralLots(field);
        const refines = lots && (checked.numericValue === null || current?.numericValue === null);
        if (!recorded || !current || refines) {
          const same = current !== undefined && sameEntry(field, current, checked);
          judgedValues.push({ kind: same ? 'same' : 'ok', entry });
          continue;
        }
        const isOwn = current.enteredById === context.actor.userId;
        const needsReason = !isOwn || wasSigned(now, current);
        const storedValue = storedText(field, recorded);
        const isStale = entry.baseline !== undefined && entry.baseline !== storedValue;
        if (sameEntry(field, current, checked)) judgedValues.push({ kind: 'same', entry });
        else if (needsReason || isStale) {
          const before = lots
            ? `${current.value}, ${current.numericValue}`
            : formatFieldValue(field, current.value);
          const replacement = entry.shownAs ?? formatFieldValue(field, entry.text);
          const by = isOwn ? null : nameIn(people, current.enteredById);
          const correctsId = current.id;
          const correction = { entry, before, storedValue, correctsId, replacement, by, needsReason };
          judgedValues.push({ kind: 'correction', entry, correction });
        } else judgedValues.push({ kind: 'ok', entry });
      }
      return judgedValues;
    });
}
