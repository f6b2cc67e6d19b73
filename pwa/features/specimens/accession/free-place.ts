import { sample as sampleEntity } from '#db/samples/sample.ts';
import { freeSlots } from '#db/storage/free-slots.ts';
import { quarantineProblem } from '#db/storage/place-problem.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import { readDocument, readList } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { SessionDraft } from './session-draft.ts';

const DEEPEST = 20;

/** List a container and the locations above it, the root first. */
async function pathTo(replica: Replica, containerId: string): Promise<StorageManagement[]> {
  const path: StorageManagement[] = [];
  for (
    let id: string | null = containerId;
    id !== null && path.length < DEEPEST;
    id = path[0]?.parentId ?? null
  ) {
    const document = await readDocument(replica, 'storage', id);
    if (!document) break;
    path.unshift(rowOf(storageManagement, document.body));
  }
  return path;
}

/** Report whether a tube in quarantine may be put into this container. */
export async function takesQuarantined(replica: Replica, containerId: string): Promise<boolean> {
  return quarantineProblem({ status: 'RECEIVED_QUARANTINED' }, await pathTo(replica, containerId)) === null;
}

/**
 * Find the next free position of the session's box, counting the tubes of this session. Returns null without
 * a box, when the box is full, or when the tube goes into quarantine and the box is no quarantine box.
 */
export async function nextFreePlace(
  replica: Replica,
  draft: SessionDraft,
  { quarantined }: { quarantined: boolean },
): Promise<{ containerId: string; containerName: string; position: string } | null> {
  const { box } = draft;
  if (!box || (quarantined && !(await takesQuarantined(replica, box.id)))) return null;
  const free = await freePlacesOf(replica, draft, box.id);
  const [position] = free;
  return position === undefined ? null : { containerId: box.id, containerName: box.name, position };
}

/** List every free position of a container, counting the tubes of this session. */
export async function freePlacesOf(
  replica: Replica,
  draft: SessionDraft,
  containerId: string,
): Promise<string[]> {
  const document = await readDocument(replica, 'storage', containerId);
  if (!document) return [];
  const storedSamples = await readList(replica, 'samples', {
    kind: 'Sample',
    filter: { storageLocationId: containerId },
  });
  const draftTubes = draft.tubes.filter((tube) => tube.containerId === containerId);
  const occupied = [
    ...storedSamples.map(({ body }) => rowOf(sampleEntity, body)),
    ...draftTubes.map(({ position }) => ({ storagePosition: position })),
  ];
  return freeSlots(rowOf(storageManagement, document.body), occupied);
}
