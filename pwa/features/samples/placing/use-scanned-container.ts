import { useState } from 'react';
import { holdsPositions, type StorageManagement } from '#db/storage/storage-management.ts';
import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';
import { wrongScanMessage } from './scan-messages.ts';

/** Why a scanned thing cannot be used as a box, or null when it can. */
export function boxProblem(scannedItem: Identified, code: string): ScanFeedback | null {
  if (scannedItem.kind !== 'container')
    return { verdict: 'error', title: wrongScanMessage(scannedItem, 'a box, a rack or a plate'), code };
  if (!holdsPositions(scannedItem.container.type))
    return {
      verdict: 'error',
      title: 'This container does not hold positions.',
      code: scannedItem.container.name,
    };
  return scannedItem.container.status === 'RETIRED'
    ? { verdict: 'error', title: `${scannedItem.container.name} is retired.`, code }
    : null;
}

/** The container of the page, initially from the address. */
export function useScannedContainer(initial: string | undefined) {
  const [id, setId] = useState<string | null>(initial ?? null);
  return { id, set: (container: StorageManagement | null) => setId(container?.id ?? null) };
}
