import { currentValues, valueKey } from './current-values.ts';
import type { Field } from './field.ts';
import type { FieldValue } from './field-value.ts';
import type { Section } from './section.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/** JSON with sorted keys and no blanks: the same record always gives the same text. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const keys = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** SHA-256 of a text, in hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What a signature covers: the section, its version, and every current value with its author (domain 5.6). A value's row
 * id stands for its time: the row never changes, while a server may correct the time of a device's clock. Calculated
 * values follow from the others. With `preferring`, that person's own entry stands for equal ones of others. Lots of one
 * field are so many values with the same key.
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

/** The hash that a person signs. */
export const sectionContentHash = (
  assignedSectionId: string,
  section: Pick<Section, 'id' | 'version'>,
  values: readonly FieldValue[],
  fields: readonly Field[],
  preferring: string | null = null,
): Promise<string> => sha256(sectionContent(assignedSectionId, section, values, fields, preferring));
