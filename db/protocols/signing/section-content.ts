import { type OperationContext, type RuleResult, rejectedButStored } from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import type { Section } from '#db/protocols/section.ts';
import { currentValues, valueKey } from '#db/protocols/values/current-values.ts';
import type { FieldValue } from '#db/protocols/values/field-value.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { clockText } from '#db/values/wall-clock.ts';
import type { Signature } from './signature.ts';

/**
 * Build the content that a signature covers: the section, its version, and every current value with its
 * author (domain 5.6). A value's row id represents its time: the row never changes, while a server may
 * correct the time of a device's clock. Calculated values are left out because they follow from the others.
 * With `preferring`, that person's own entry represents equal ones of others. Several lots of one field are
 * several values with the same key.
 */
function sectionContent(
  assignedSectionId: string,
  section: Pick<Section, 'id' | 'version'>,
  values: readonly FieldValue[],
  fields: readonly Field[],
  preferring: string | null = null,
): string {
  const current = [...currentValues(values, fields).values()].map(({ current: earliest, witnesses }) => {
    const equal = witnesses.filter((one) => one.numericValue === earliest.numericValue);
    const own = [earliest, ...equal].find((value) => value.enteredById === preferring) ?? earliest;
    const entry = own.inputMethod === 'CALCULATED' ? null : own.id;
    const key = valueKey(own.fieldId, own.sampleId);
    return { key, value: own.value, entry, enteredById: entry === null ? null : own.enteredById };
  });
  current.sort((a, b) => (`${a.key} ${a.entry}` < `${b.key} ${b.entry}` ? -1 : 1));
  return canonicalJson({
    assignedSectionId,
    sectionId: section.id,
    sectionVersion: section.version,
    values: current,
  });
}

/** Compute the hash that a person signs. */
export const sectionContentHash = (
  assignedSectionId: string,
  section: Pick<Section, 'id' | 'version'>,
  values: readonly FieldValue[],
  fields: readonly Field[],
  preferring: string | null = null,
): Promise<string> => sha256(sectionContent(assignedSectionId, section, values, fields, preferring));

/** Format why a signed section cannot change, with the lab's time of its signature. */
export const sectionSigned = (
  { printedName, occurredAt }: Pick<Signature, 'printedName' | 'occurredAt'>,
  { labTimezone }: { labTimezone: string },
): string => `Section was signed by ${printedName} at ${clockText(occurredAt, labTimezone)}.`;

/**
 * Refuse an entry that arrives after the signature, and store it in the section's history as a late entry
 * (domain 5.11, case 19).
 */
export async function keepLateEntry(
  tx: Transaction,
  context: OperationContext,
  signed: Pick<Signature, 'printedName' | 'occurredAt' | 'targetId'>,
  entry: { stepId: string; done: boolean } | { note: string },
): Promise<RuleResult> {
  await recordEvent(tx, context, {
    type: 'NOTE_ADDED',
    targetType: 'AssignedSection',
    targetId: signed.targetId,
    data: { ...entry, late: true },
  });
  return rejectedButStored('SECTION_SIGNED', sectionSigned(signed, context));
}
