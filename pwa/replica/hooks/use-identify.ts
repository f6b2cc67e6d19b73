import { useCallback } from 'react';
import { type Person, person } from '#db/identity/person.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import { findByCode, readList, type ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { useReplica } from './replica-context.tsx';

/** What a code identifies at a bench that handles tubes and places. */
export type Identified =
  | { kind: 'sample'; sample: Sample }
  | { kind: 'container'; container: StorageManagement }
  | { kind: 'person'; person: Person }
  /** A record of the lab that is not a tube, place or person. */
  | { kind: 'other'; document: ShownDocument }
  | { kind: 'unknown' };

/** Determine what a code identifies; the code of a received tube identifies its primary sample. */
async function identify(replica: Replica, code: string): Promise<Identified> {
  const matches = await findByCode(replica, code);
  const of = (kind: string): ShownDocument | undefined => matches.find((one) => one.kind === kind);
  const tube = of('Sample');
  if (tube) return { kind: 'sample', sample: rowOf(sample, tube.body) };
  const place = of('StorageManagement');
  if (place) return { kind: 'container', container: rowOf(storageManagement, place.body) };
  const colleague = of('Person');
  if (colleague) return { kind: 'person', person: rowOf(person, colleague.body) };
  const specimen = of('Specimen');
  if (specimen) {
    const samples = await readList(replica, 'samples', {
      kind: 'Sample',
      filter: { specimenId: specimen.id },
    });
    const primary = samples.find((one) => one.body['sampleKind'] === 'PRIMARY');
    if (primary) return { kind: 'sample', sample: rowOf(sample, primary.body) };
  }
  const [other] = matches;
  return other ? { kind: 'other', document: other } : { kind: 'unknown' };
}

/** Resolve a scan to a tube, a place or a person. */
export function useIdentify(): (code: string) => Promise<Identified> {
  const replica = useReplica();
  return useCallback((code) => identify(replica, code), [replica]);
}

/** Read the samples that are recorded in a place. */
export function useReadSamplesIn(): (containerId: string) => Promise<Sample[]> {
  const replica = useReplica();
  return useCallback(
    async (containerId) => {
      const filter = { storageLocationId: containerId };
      const matches = await readList(replica, 'samples', { kind: 'Sample', filter });
      return matches.map((one) => rowOf(sample, one.body));
    },
    [replica],
  );
}
