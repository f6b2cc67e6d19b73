import { SAMPLE_STATUS, type Sample } from '#db/samples/sample.ts';
import { STORAGE_TYPE, type StorageManagement } from '#db/storage/storage-management.ts';
import { knownFacts, type PrintSheet } from '#pwa/printing/print-sheet.ts';

interface BoxSheetSource {
  place: StorageManagement;
  /** The path to the box. */
  path: string;
  samples: readonly Sample[];
}

/** Build the printed map of a box, rack or plate in storage, and the list of its tubes. */
export function boxSheet({ place, path, samples }: BoxSheetSource): PrintSheet {
  const cells = new Map<string, readonly string[]>();
  for (const { storagePosition, barcode } of samples) {
    if (storagePosition === null) continue;
    const [day = '', ...number] = barcode.split('-');
    // Two tubes in one position are a conflict; the paper shows both.
    cells.set(storagePosition, [...(cells.get(storagePosition) ?? []), day, number.join('-')]);
  }
  const columns = place.columns ?? 1;
  const order = (position: string | null): number =>
    position === null
      ? Number.POSITIVE_INFINITY
      : Number(position.slice(1)) + (position.charCodeAt(0) - 65) * columns;
  return {
    entity: place.entity,
    title: 'Box map',
    number: place.barcode ?? place.name,
    name: path,
    facts: knownFacts([
      { name: 'Location', value: place.name },
      { name: 'Kind', value: STORAGE_TYPE[place.type].label },
      { name: 'Temperature', value: place.temperature === null ? null : `${place.temperature} °C` },
      { name: 'Samples', value: String(samples.length) },
    ]),
    map: { rows: place.rows ?? 1, columns, cells },
    tables: [
      {
        title: 'Samples',
        columns: ['Position', 'Sample', 'Volume, µL', 'Status'],
        rows: [...samples]
          .sort((a, b) => order(a.storagePosition) - order(b.storagePosition))
          .map((row) => [
            row.storagePosition ?? 'None',
            row.barcode,
            row.remainingVolume ?? '',
            SAMPLE_STATUS[row.status].label,
          ]),
      },
    ],
  };
}
