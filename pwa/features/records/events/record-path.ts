/** Candidate page paths of a record, the lab's first. */
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
  // The page of the user also shows the membership.
  UserCompany: ['/users'],
  ClinicianLicense: ['/settings/licenses'],
};

/** Convert a table name to that of its entity: `storage_management` is `StorageManagement`. */
const typeOf = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_match, character: string) => character.toUpperCase());

/** Find the page of a record, by type or table, that the user may open; null when there is none. */
export function recordPath(type: string, id: string, mayOpen: (path: string) => boolean): string | null {
  const name = typeOf(type);
  // All groups share one page.
  if (name === 'PermissionGroup') return mayOpen('/permissions') ? '/permissions' : null;
  return (PAGES[name] ?? []).map((page) => `${page}/${id}`).find(mayOpen) ?? null;
}
