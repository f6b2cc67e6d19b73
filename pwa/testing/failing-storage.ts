import type { RxStorageInstanceCreationParams } from 'rxdb';
import { FeedStorage } from '#pwa/replica/feed-storage.ts';

/** Decides before each write whether it fails, as with a full disk or a lost connection. */
export interface WriteFaults {
  fails(collection: string): boolean;
}

/** The real storage with writes that fail when `faults` says so. */
export class FailingStorage extends FeedStorage {
  private readonly faults: WriteFaults;

  constructor(faults: WriteFaults) {
    super({});
    this.faults = faults;
  }

  override async createStorageInstance<D>(params: RxStorageInstanceCreationParams<D, object>) {
    const instance = await super.createStorageInstance<D>(params);
    const write = instance.bulkWrite.bind(instance);
    instance.bulkWrite = async (rows, context) => {
      if (this.faults.fails(params.collectionName))
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      return write(rows, context);
    };
    return instance;
  }
}
