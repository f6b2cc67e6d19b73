/** Where a record may have its page, the lab's first. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  Order: ['/lab/orders', '/orders'],
  Specimen: ['/lab/specimens', '/specimens'],
  Sample: ['/lab/samples'],
  Batch: ['/lab/batches'],
  Project: ['/lab/projects', '/projects'],
  Company: ['/organizations', '/locations'],
  Invoice: ['/billing/invoices', '/invoices'],
  Service: ['/lab/services'],
  Patient: ['/patients'],
  StorageManagement: ['/lab/inventory/storage-management'],
  AssignedSection: ['/lab/assigned-sections'],
  User: ['/users'],
  // A membership is told of on its person's page.
  UserCompany: ['/users'],
  ClinicianLicense: ['/settings/licenses'],
};

/** A table's name as that of its entity: `storage_management` is `StorageManagement`. */
const typeOf = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_match, character: string) => character.toUpperCase());

/** The page of a record, by its type or its table, that the reader may open; null when there is none. */
export function recordPath(type: string, id: string, mayOpen: (path: string) => boolean): string | null {
  const name = typeOf(type);
  // Groups have one page together.
  if (name === 'PermissionGroup') return mayOpen('/permissions') ? '/permissions' : null;
  return (PAGES[name] ?? []).map((page) => `${page}/${id}`).find(mayOpen) ?? null;
}
