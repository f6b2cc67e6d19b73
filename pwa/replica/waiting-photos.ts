import type { OperationDocument } from './operation-document.ts';
import type { TakenPhoto } from './photo-store.ts';

type PhotoOperation = Pick<OperationDocument, 'subjects' | 'args'>;

// The receipt itself lists its photos: a separate mark could be lost when the browser is killed.
const refersTo = ({ subjects, args }: PhotoOperation, { id, groupId }: TakenPhoto): boolean =>
  subjects.includes(groupId) && JSON.stringify(args).includes(`"${id}"`);

/** Photos whose receipt was signed: work that only this device has. */
export const signedPhotos = (
  photos: readonly TakenPhoto[],
  operations: readonly PhotoOperation[],
): readonly TakenPhoto[] =>
  photos.filter((photo) => photo.signed || operations.some((operation) => refersTo(operation, photo)));

/** Format the waiting work: "2 acts and 1 photo"; "0" when there is none. */
export const waitingText = (operationCount: number, photos: number): string =>
  [
    operationCount > 0 ? `${operationCount} ${operationCount === 1 ? 'act' : 'acts'}` : '',
    photos > 0 ? photoCount(photos) : '',
  ]
    .filter(Boolean)
    .join(' and ') || '0';

/** Format a count of photos: "1 photo" or "3 photos". */
export const photoCount = (photos: number): string => `${photos} ${photos === 1 ? 'photo' : 'photos'}`;
