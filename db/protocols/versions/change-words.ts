import { z } from 'zod';
import type { ContentChange } from '#db/protocols/procedures/compare-procedures.ts';

/** A value that differs between two versions, in the words of the screen. */
export interface ShownChange {
  name: string;
  from: string;
  to: string;
}

/** The screen text of what happened to an item from one version to the next. */
export const CHANGE_LABEL: Readonly<Record<ContentChange['change'], string>> = {
  ADDED: 'Added',
  REMOVED: 'Removed',
  MOVED: 'Moved',
  CHANGED: 'Changed',
};

/** Write a field name as words: `qcMin` as "QC min". */
export function propertyWords(name: string): string {
  const label = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`.replace(/^Qc\b/, 'QC').replace(/^Dna\b/, 'DNA');
}

const Pictures = z.array(z.object({ altText: z.string() })).min(1);

/** Write a value of a setting as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const pictures = Pictures.safeParse(value).data;
  if (pictures) return pictures.map(({ altText }) => altText || 'a picture without description').join(', ');
  if (Array.isArray(value) && value.length === 0) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
