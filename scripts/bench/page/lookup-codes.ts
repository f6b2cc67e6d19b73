import { findByCode } from '#pwa/replica/operations/read-view.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { barcodeOf, labDocument, loadReplica, samplesIn } from './load-replica.ts';

let loaded: { replica: Replica; documents: number } | null = null;

const awaitRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Open a bare IndexedDB store of the same samples with an index on the barcode. */
async function openBare(documents: number): Promise<IDBDatabase> {
  const opening = indexedDB.open('bare-look-up', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('docs', { keyPath: 'id' }).createIndex('barcode', 'body.barcode');
  };
  const database = await awaitRequest(opening);
  for (let from = 0; from < documents; from += 1_000) {
    const transaction = database.transaction('docs', 'readwrite');
    const store = transaction.objectStore('docs');
    for (let k = from; k < Math.min(from + 1_000, documents); k += 1) store.put(labDocument(k));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
    });
  }
  return database;
}

let bareDatabase: IDBDatabase | null = null;

/** Load the data for the look-ups; not part of the measurement. */
export async function prepareLookup(documents: number): Promise<void> {
  const { replica } = await loadReplica('bench-look-up', documents);
  loaded = { replica, documents };
  bareDatabase = await openBare(documents);
}

const randomBarcode = (documents: number): string =>
  barcodeOf(Math.floor(Math.random() * samplesIn(documents)));

/** Measure look-ups by barcode, and bare indexed gets, in alternation. */
export async function timeLookups(times: number): Promise<{ lookUp: number[]; bare: number[] }> {
  if (!loaded || !bareDatabase) throw new Error('Nothing is loaded.');
  const durations = { lookUp: [] as number[], bare: [] as number[] };
  for (let i = 0; i < times; i += 1) {
    const code = randomBarcode(loaded.documents);
    const start = performance.now();
    const matches = await findByCode(loaded.replica, code);
    const between = performance.now();
    if (matches[0]?.body['barcode'] !== code) throw new Error(`${code} was not found.`);
    const other = randomBarcode(loaded.documents);
    const bareStart = performance.now();
    const row = await awaitRequest(
      bareDatabase.transaction('docs').objectStore('docs').index('barcode').get(other),
    );
    const end = performance.now();
    if (!row) throw new Error(`${other} was not found.`);
    durations.lookUp.push(between - start);
    durations.bare.push(end - bareStart);
  }
  return durations;
}
