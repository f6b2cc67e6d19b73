/** What this browser promises about the work kept in it. */
export interface StorageReport {
  /** False: the browser may clear this site's data when space runs out. */
  persisted: boolean;
  usedBytes: number;
  quotaBytes: number;
}

/** Unsent work older than this is warned about: a lost device would lose it. */
export const LONG_WAIT_MS = 4 * 60 * 60_000;

/** Asks the browser to keep this site's data, once the device is enrolled, and tells what it answered. */
export async function requestPersistence(
  storage: StorageManager | undefined = navigator.storage,
): Promise<StorageReport> {
  if (!storage?.persist) return { persisted: false, usedBytes: 0, quotaBytes: 0 };
  const persisted = (await storage.persisted()) || (await storage.persist());
  const { usage, quota } = await storage.estimate();
  return { persisted, usedBytes: usage ?? 0, quotaBytes: quota ?? 0 };
}
