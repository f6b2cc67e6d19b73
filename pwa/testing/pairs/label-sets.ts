import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import type { JournalWorld } from './journal-world.ts';

/**
 * Placeholders for all labels of one record. The order of arrival decides which label is the first and which
 * its alias (domain 5.11, row 8: the first julianId stays); that all of them lead to the same record does not
 * depend on it.
 */
export interface LabelSets {
  /** The placeholder of an id, a label or a julianId of such a record. */
  names: ReadonlyMap<string, string>;
  /** Ids of the labels; each still shows its own value and its target. */
  labels: ReadonlySet<string>;
}

/** Read the records that got a second label since a moment. */
export function labelSetsSince(world: JournalWorld, mark: number): LabelSets {
  const names = new Map<string, string>();
  const labels = new Set<string>();
  const writtenLabels = world.since(mark).filter(({ entity }) => entity.name === barcode.name);
  const aliases = writtenLabels.filter(
    ({ before, row }) => before === undefined && row['aliasOfId'] !== null,
  );
  for (const targetId of new Set(aliases.map(({ row }) => String(row['targetId'])))) {
    const all = world.select(barcode, { targetId });
    const set = nameOf(all.map(({ value }) => value));
    for (const { id, value } of all) {
      labels.add(id);
      names.set(id, `label of ${set}`).set(value, set);
    }
    const stems = [...new Set(all.flatMap(({ value }) => /^(.+)-01$/.exec(value)?.[1] ?? []))];
    if (stems.length > 1) for (const stem of stems) names.set(stem, nameOf(stems));
    // The id of the second device leads to the same tube.
    const duplicates = world.select(sample, { duplicateOfSampleId: targetId, deleted: true });
    for (const id of [targetId, ...duplicates.map((one) => one.id)]) names.set(id, `thing ${set}`);
  }
  return { names, labels };
}

const nameOf = (values: readonly string[]): string => `{${[...values].sort().join('|')}}`;
