import { sample as sampleEntity } from '#db/samples/sample.ts';
import { freeSlots } from '#db/storage/free-slots.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { rowOf } from '#pwa/replica/document.ts';
import { readDocument, readList } from '#pwa/replica/read-view.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import type { SessionDraft } from './session-draft.ts';

/** The next free place of the session's box, counting the tubes of this session; null without a box or when it is full. */
export async function nextFreePlace(
  replica: Replica,
  draft: SessionDraft,
): Promise<{ containerId: string; containerName: string; position: string } | null> {
  const { box } = draft;
  if (!box) return null;
  const free = await freePlacesOf(replica, draft, box.id);
  const [position] = free;
  return position === undefined ? null : { containerId: box.id, containerName: box.name, position };
}

/** Every free place of a container, counting the tubes of this session. */
export async function freePlacesOf(
  replica: Replica,
  draft: SessionDraft,
  containerId: string,
): Promise<string[]> {
  const document = await readDocument(replica, 'storage', containerId);
  if (!document) return [];
  const stored = await readList(replica, 'samples', {
    kind: 'Sample',
    where: { storageLocationId: containerId },
  });
  const here = draft.tubes.filter((tube) => tube.containerId === containerId);
  const taken = [
    ...stored.map(({ body }) => rowOf(sampleEntity, body)),
    ...here.map(({ position }) => ({ storagePosition: position })),
  ];
  return freeSlots(rowOf(storageManagement, document.body), taken);
}
