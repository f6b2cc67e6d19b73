import type { Row } from '#db/entity.ts';
import type { syncConflict } from '#db/records/sync-conflict.ts';

const PAGES: Readonly<Record<string, { of: string; path: string }>> = {
  Sample: { of: 'sample', path: '/lab/samples' },
  Specimen: { of: 'specimen', path: '/lab/specimens' },
  Batch: { of: 'batch', path: '/lab/batches' },
  AssignedSection: { of: 'section', path: '/lab/assigned-sections' },
  StorageManagement: { of: 'place', path: '/lab/inventory/storage-management' },
};

/** Find the page that shows the subject of a conflict; null when there is none. */
export function conflictLink(
  conflict: Pick<Row<typeof syncConflict>, 'targetType' | 'targetId' | 'assignedSectionId' | 'batchId'>,
): { label: string; href: string } | null {
  const { targetType, targetId, assignedSectionId, batchId } = conflict;
  // A control has no page of its own: its plate shows it.
  const [ownType, ownId] =
    targetType === 'BatchControl' && batchId !== null ? ['Batch', batchId] : [targetType, targetId];
  const [type, id] = assignedSectionId === null ? [ownType, ownId] : ['AssignedSection', assignedSectionId];
  const page = PAGES[type];
  return page ? { label: `Open the ${page.of}`, href: `${page.path}/${id}` } : null;
}
