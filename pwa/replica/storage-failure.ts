/** A local write failed: the databases are reopened and the same cursor is tried again. */
export class StorageFailure extends Error {
  constructor(cause: unknown) {
    super('This device could not store what the server sent.', { cause });
    this.name = 'StorageFailure';
  }
}

/** Run work on the store; any error in it becomes a storage failure. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageFailure(error);
  }
}
