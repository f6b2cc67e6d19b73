import { useState } from 'react';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { holdsPositions } from '#db/storage/storage-type.ts';
import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import type { Said } from '#pwa/scanning/use-verdict.ts';
import { whatElse } from './what-else.ts';

/** Why a scanned thing cannot be worked on as a box, or null when it can. */
export function boxProblem(found: Identified, code: string): Said | null {
  if (found.kind !== 'container')
    return { verdict: 'error', title: whatElse(found, 'a box, a rack or a plate'), code };
  if (!holdsPositions(found.container.type))
    return { verdict: 'error', title: 'This container does not hold positions.', code: found.container.name };
  return found.container.status === 'RETIRED'
    ? { verdict: 'error', title: `${found.container.name} is retired.`, code }
    : null;
}

/** The container that the page is about, from the address first. */
export function useScannedContainer(initial: string | undefined) {
  const [id, setId] = useState<string | null>(initial ?? null);
  return { id, set: (container: StorageManagement | null) => setId(container?.id ?? null) };
}
