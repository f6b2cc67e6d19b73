import { type AppLink, addressOf } from '#pwa/ui/app-link.ts';

/** Candidate pages of a record, the lab's first. */
const PAGES: Readonly<Record<string, (id: string) => readonly AppLink[]>> = {
  Order: (id) => [
    { to: '/lab/orders/$id', params: { id } },
    { to: '/orders/$id', params: { id } },
  ],
  Specimen: (id) => [
    { to: '/lab/specimens/$id', params: { id } },
    { to: '/specimens/$id', params: { id } },
  ],
  Sample: (id) => [{ to: '/lab/samples/$id', params: { id } }],
  Batch: (batchId) => [{ to: '/lab/batches/$batchId', params: { batchId } }],
  Project: (id) => [
    { to: '/lab/projects/$id', params: { id } },
    { to: '/projects/$id', params: { id } },
  ],
  Company: (id) => [
    { to: '/organizations/$id', params: { id } },
    { to: '/locations/$id', params: { id } },
  ],
  Invoice: (id) => [
    { to: '/billing/invoices/$id', params: { id } },
    { to: '/invoices/$id', params: { id } },
  ],
  Service: (id) => [{ to: '/lab/services/$id', params: { id } }],
  Patient: (id) => [{ to: '/patients/$id', params: { id } }],
  StorageManagement: (id) => [{ to: '/lab/inventory/storage-management/$id', params: { id } }],
  AssignedSection: (id) => [
    { to: '/lab/assigned-sections/$assignedSectionId', params: { assignedSectionId: id } },
  ],
  User: (userId) => [{ to: '/users/$userId', params: { userId } }],
  // The page of the user also shows the membership.
  UserCompany: (userId) => [{ to: '/users/$userId', params: { userId } }],
  ClinicianLicense: (id) => [{ to: '/settings/licenses/$id', params: { id } }],
  // All groups share one page.
  PermissionGroup: () => [{ to: '/permissions' }],
};

/** Convert a table name to that of its entity: `storage_management` is `StorageManagement`. */
const typeOf = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_match, character: string) => character.toUpperCase());

/** Find the page of a record, by type or table, that the user may open; null when there is none. */
export function recordLink(type: string, id: string, mayOpen: (path: string) => boolean): AppLink | null {
  return PAGES[typeOf(type)]?.(id).find((link) => mayOpen(addressOf(link))) ?? null;
}
