/** The browser's promise about stored data. */
export interface StorageReport {
  /** False: the browser may clear this site's data when space runs out. */
  persisted: boolean;
  usedBytes: number;
  quotaBytes: number;
}

/** Ask the browser to keep this site's data, once the device is enrolled, and return its answer. */
export async function requestPersistence(
  storage: StorageManager | undefined = navigator.storage,
): Promise<StorageReport> {
  if (!storage?.persist) return { persisted: false, usedBytes: 0, quotaBytes: 0 };
  const persisted = (await storage.persisted()) || (await storage.persist());
  const { usage, quota } = await storage.estimate();
  return { persisted, usedBytes: usage ?? 0, quotaBytes: quota ?? 0 };
}
