import { CATALOGUE } from '#db/catalogue.ts';
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
  AccessionGroup: 'Delivery',
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
