import { canonicalJson } from '#db/values/canonical-json.ts';
import { sha256 } from '#db/values/sha256.ts';
import { currentValues, valueKey } from './current-values.ts';
import type { Field } from './field.ts';
import type { FieldValue } from './field-value.ts';
import type { Section } from './section.ts';

/**
 * Build the content that a signature covers: the section, its version, and every current value with its
 * author (domain 5.6). A value's row id represents its time: the row never changes, while a server may
 * correct the time of a device's clock. Calculated values are left out because they follow from the others.
 * With `preferring`, that person's own entry represents equal ones of others. Several lots of one field are
 * several values with the same key.
 */
export function sectionContent(
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
