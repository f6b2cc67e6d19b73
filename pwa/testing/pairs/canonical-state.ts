import { z } from 'zod';
import type { AnyEntity } from '#db/entity.ts';
import { field } from '#db/protocols/field.ts';
import { currentValues } from '#db/protocols/values/current-values.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import type { JournalWorld, WrittenRow } from './journal-world.ts';

/**
 * Placeholders for all labels of one record. The order of arrival decides which label is the first and which
 * its alias (domain 5.11, row 8: the first julianId stays); that all of them lead to the same record does not
 * depend on it.
 */
interface LabelSets {
  /** The placeholder of an id, a label or a julianId of such a record. */
  names: ReadonlyMap<string, string>;
  /** Ids of the labels; each still shows its own value and its target. */
  labels: ReadonlySet<string>;
}

/** Read the records that got a second label since a moment. */
function labelSetsSince(world: JournalWorld, mark: number): LabelSets {
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

type PlainRow = Record<string, unknown>;

/** Metadata and histories: they record the order of arrival and not the state of the lab. */
const HISTORIES = ['Event', 'AuditLog', 'AccessLog', 'Email', 'FieldValue'];
const BOOKKEEPING = ['id', 'createdAt', 'createdById', 'updatedAt', 'syncedAt', 'version', 'entity'];

/** Numbers and names that are assigned in the order of arrival. */
const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  Batch: ['julianId', 'batchOrder'],
  BatchControl: ['name'],
  AccessionGroup: ['expectedCount'],
  // The operation that started a wait: a row stores it, and no code reads it.
  AssignedSection: ['waitingOperationId'],
};

/** The last location of a removed record is irrelevant. */
const CLEARED_ON_DELETE: Readonly<Record<string, string>> = { BatchControl: 'plateLocation' };

/** The outcome of a decided conflict names the decider, which the conflict itself already has. */
const DECIDED = 'Conflict resolved.';

/**
 * The state of the lab after a run: each row that differs from the start, without metadata and minted ids.
 */
export type State = ReadonlyMap<string, RowState>;

/** The state of one record now and at the start; null when it did not exist. */
interface RowState {
  now: string;
  before: string | null;
}

/** Read the state of the lab compared with an earlier moment; `named` are ids that users gave. */
export function stateSince(world: JournalWorld, mark: number, mentionedIds: string): State {
  const writtenRows = world.since(mark).filter(({ entity }) => !HISTORIES.includes(entity.name));
  const first = new Map<string, WrittenRow>();
  for (const one of writtenRows) {
    const key = `${one.entity.name} ${one.id}`;
    if (!first.has(key)) first.set(key, one);
  }
  const minted = new Map(
    [...first.values()]
      .filter(({ before, id }) => before === undefined && !mentionedIds.includes(`"${id}"`))
      .map(({ id, entity }) => [id, `@${entity.name}`]),
  );
  for (const { entity, id } of world.since(mark)) if (entity.name === 'Event') minted.set(id, '@Event');
  const { names, labels } = labelSetsSince(world, mark);
  for (const [id, name] of names) minted.set(id, name);
  const state = new Map<string, RowState>();
  for (const { entity, id, before } of first.values()) {
    const own: PlainRow = world.one(entity, id) ?? {};
    // For a label only its text and its target count, not which of the two was the first.
    const row = labels.has(id) ? { ...own, value: `label ${own['value']}`, aliasOfId: null } : own;
    const now = rowText(entity, row, minted);
    const was = before === undefined ? null : rowText(entity, before, minted);
    if (now === was || isHistory(entity, row, before)) continue;
    const key = minted.has(id) ? `${entity.name} ${now}` : `${entity.name} ${id}`;
    // Several equal rows are distinguished by their number.
    let n = 1;
    while (state.has(`${key} ${n}`)) n += 1;
    state.set(`${key} ${n}`, { now, before: was });
  }
  addValues(world, mark, state);
  return state;
}

// A conflict that was opened and closed on the way only shows the order of arrival.
const isHistory = (entity: AnyEntity, row: PlainRow, before: unknown): boolean =>
  entity.name === syncConflict.name && before === undefined && row['status'] === 'RESOLVED';

/** Values are compared by the one that counts in the record, and by all recorded ones. */
function addValues(world: JournalWorld, mark: number, state: Map<string, RowState>): void {
  const writtenRows = world.since(mark).filter(({ entity }) => entity.name === fieldValue.name);
  const sections = new Set(writtenRows.map(({ row }) => String(row['assignedSectionId'])));
  const fields = sections.size > 0 ? world.all(field) : [];
  for (const id of sections) {
    const values = world.select(fieldValue, { assignedSectionId: id });
    for (const [key, { current, differing }] of currentValues(values, fields)) {
      const otherValues = [...new Set(differing.map((one) => one.value))].sort();
      const now = JSON.stringify([current.value, current.numericValue, otherValues]);
      state.set(`Value ${id} ${key}`, { now, before: null });
    }
    const writtenIds = new Set(writtenRows.map((one) => one.id));
    for (const one of values) {
      if (!writtenIds.has(one.id) || one.inputMethod === 'CALCULATED') continue;
      if (one.changeReason === DECIDED) continue;
      const key = `Recorded ${id} ${one.fieldId} ${one.sampleId} by ${one.enteredById} at ${one.occurredAt}`;
      state.set(key, { now: JSON.stringify([one.value, one.late, one.removed]), before: null });
    }
  }
}

function rowText(entity: AnyEntity, row: PlainRow, minted: ReadonlyMap<string, string>): string {
  if (entity.name === syncConflict.name) return conflictText(row, minted);
  const shownFields = Object.entries(row).filter(
    ([key]) =>
      !BOOKKEEPING.includes(key) &&
      !NUMBERED[entity.name]?.includes(key) &&
      !(row['deleted'] === true && CLEARED_ON_DELETE[entity.name] === key),
  );
  return JSON.stringify(shownFields.map(([key, value]) => [key, withoutMinted(value, minted)]));
}

function withoutMinted(value: unknown, minted: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return minted.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withoutMinted(one, minted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, one]) => [minted.get(key) ?? key, withoutMinted(one, minted)])
    .sort();
}

const Sides = z.object({ mine: ConflictVersion, theirs: ConflictVersion.nullable() });

/** Normalize a conflict so that A and B are interchangeable: same kind, same subject, same users. */
function conflictText(row: PlainRow, minted: ReadonlyMap<string, string>): string {
  const sides = Sides.safeParse(row);
  const people = sides.success ? [sides.data.mine.userId, sides.data.theirs?.userId ?? null].sort() : [];
  const about = ['kind', 'targetType', 'targetId', 'status'].map((key) => withoutMinted(row[key], minted));
  return JSON.stringify([...about, ...people]);
}

/** List the differences between two states as text; empty when they are equal. */
export function differences(one: State, other: State): string[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])].sort();
  return keys.flatMap((key) => {
    const before = one.get(key)?.before ?? other.get(key)?.before ?? null;
    const [a, b] = [one.get(key)?.now ?? before, other.get(key)?.now ?? before];
    if (a === b) return [];
    if (a === null || b === null)
      return [`${key}: only in the ${a === null ? 'second' : 'first'} order: ${a ?? b}`];
    return [`${key}: ${fieldsThatDiffer(a, b)}`];
  });
}

const Fields = z.array(z.tuple([z.string(), z.unknown()]));

function fieldsThatDiffer(a: string, b: string): string {
  const [one, other] = [Fields.safeParse(JSON.parse(a)), Fields.safeParse(JSON.parse(b))];
  if (!one.success || !other.success) return `${a} | ${b}`;
  const later = new Map(other.data);
  return one.data
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(later.get(key)))
    .map(([key, value]) => `${key} ${JSON.stringify(value)} | ${JSON.stringify(later.get(key))}`)
    .join('; ');
}
