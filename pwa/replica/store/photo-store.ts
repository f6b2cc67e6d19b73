import { Dexie, type EntityTable } from 'dexie';
import { Subject } from 'rxjs';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationDocument } from '#pwa/replica/operations/operation-document.ts';

/** A photo that was taken on this device and that the server does not have yet. */
export interface TakenPhoto {
  /** The device mints this id; the receipt refers to the file by it, whether the file has arrived or not. */
  id: string;
  /** The receipt of the photo. */
  groupId: string;
  /** The subject: the package, a tube, a plate. */
  about: string;
  /**
   * The draft of the session in which the photo was taken; a photo without draft and receipt has no owner.
   */
  draftKey: string;
  takenAt: string;
  size: number;
  /** The receipt was signed: the photo is due to be sent. */
  signed: boolean;
  /** Why the server refuses the photo, as text for the user. */
  problem: string | null;
}

interface Picture {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

type Database = Dexie & { photos: EntityTable<TakenPhoto, 'id'>; pictures: EntityTable<Picture, 'id'> };

/** The photos of this device: their metadata in memory, the pictures on disk only. */
export interface PhotoStore {
  /** In the order in which they were taken. */
  all(): readonly TakenPhoto[];
  readonly changed: Subject<void>;
  /** This tab has written; the other tabs read again. */
  readonly onWrite: Subject<void>;
  /** Throws an error for the user when the device has no space. */
  add(photo: Omit<TakenPhoto, 'size' | 'signed' | 'problem'>, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  bytes(id: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  update(ids: readonly string[], changes: Partial<Pick<TakenPhoto, 'signed' | 'problem'>>): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Read everything again: another tab has written, or the connection was lost. */
  reload(): Promise<void>;
  close(): void;
}

const STORAGE_FULL_TEXT =
  'This device has no room for the photo. Free some space and take it again, or describe it in words.';

function openDatabase(name: string): Database {
  const database = new Dexie(`${name}-photos`, { chromeTransactionDurability: 'strict' }) as Database;
  database.version(1).stores({ photos: 'id', pictures: 'id' });
  return database;
}

/**
 * Open the photos of one membership. They have a separate database, so that no other store waits for
 * pictures.
 */
export async function openPhotoStore(name: string): Promise<PhotoStore> {
  const database = openDatabase(name);
  const changed: PhotoStore['changed'] = new Subject();
  const onWrite: PhotoStore['onWrite'] = new Subject();
  let known: readonly TakenPhoto[] = [];
  const reload = async () => {
    known = await database.photos.orderBy('id').toArray();
    changed.next();
  };
  const write = async (work: () => Promise<unknown>) => {
    await database.transaction('rw', database.photos, database.pictures, work);
    await reload();
    onWrite.next();
  };
  await reload();
  return {
    all: () => known,
    changed,
    onWrite,
    reload,
    async add(photo, bytes) {
      try {
        await write(async () => {
          await database.pictures.add({ id: photo.id, bytes });
          await database.photos.add({ ...photo, size: bytes.length, signed: false, problem: null });
        });
      } catch {
        throw new AppError('UNAVAILABLE', STORAGE_FULL_TEXT);
      }
    },
    bytes: async (id) => (await database.pictures.get(id))?.bytes,
    update: (ids, changes) => write(() => database.photos.bulkUpdate(ids.map((key) => ({ key, changes })))),
    remove: (ids) =>
      write(async () => {
        await database.photos.bulkDelete([...ids]);
        await database.pictures.bulkDelete([...ids]);
      }),
    close: () => database.close(),
  };
}

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
