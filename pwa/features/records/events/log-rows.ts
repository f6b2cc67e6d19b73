import { z } from 'zod';
import { CATALOGUE } from '#db/entities.ts';
import { placeText } from '#db/samples/custody/custody-chain.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';

// The kinds of records that users know; the others are parts of these.
const NAMES = [
  'Order',
  'Specimen',
  'Sample',
  'Batch',
  'AssignedSection',
  'AccessionGroup',
  'StorageManagement',
  'InventoryItem',
  'InventoryType',
  'Equipment',
  'Company',
  'User',
  'UserCompany',
  'PermissionGroup',
] as const;
const LABELS: Partial<Record<string, string>> = {
  StorageManagement: 'Storage',
  UserCompany: 'Membership',
  AccessionGroup: 'Receipt',
};

const labelOf = (name: string): string => LABELS[name] ?? humanize(name);

/** Kinds of records in the event log. */
export const RECORD_TYPES: readonly { value: string; label: string }[] = NAMES.map((value) => ({
  value,
  label: labelOf(value),
}));

/** Tables in the audit log. */
export const RECORD_TABLES: readonly { value: string; label: string }[] = CATALOGUE.filter(
  ({ appendOnly, table }) => !appendOnly && table !== 'person',
)
  .map(({ name, table }) => ({ value: table, label: labelOf(name) }))
  .sort((a, b) => a.label.localeCompare(b.label));

const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^[A-Z]{4,}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const Place = z.object({
  containerId: z.string().nullish(),
  container: z.string().nullable(),
  position: z.string().nullish(),
});
const LONGEST = 200;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Format a stored value for users: a code as words, a time as a date, a location by its name. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return formatDate(value, 'monthDayAtTime');
    return CODE.test(value) ? humanize(value) : cut(value);
  }
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : cut(value.map(shownValue).join(', '));
  const place = Place.safeParse(value);
  if (place.success)
    return placeText({
      containerId: null,
      container: place.data.container,
      position: place.data.position ?? null,
    });
  return cut(JSON.stringify(value));
}
