import type { Batch } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictKind, OpenConflict } from '#db/records/conflicts/conflict-kind.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { isWellName } from '#db/values/plate-well.ts';
import { correctWell, type WellTarget } from './correct-well.ts';

/** A plate started with another layout than the one that another person had made (domain 5.11, case 29). */
export const LAYOUT_DIFFERS = 'LAYOUT_DIFFERS';

/** One person of a conflict, and that person's layout. */
interface LayoutSide {
  target: WellTarget;
  /** Null = the person of this operation. */
  by: Pick<ConflictVersion, 'userId' | 'name' | 'occurredAt'> | null;
}

const UNKNOWN_EDITOR = { userId: null, name: 'a colleague' };

const placeText = (name: string, { well, dnaBarcode }: WellTarget): string =>
  well === null ? `${name} not on the plate` : [`${name} in ${well}`, dnaBarcode].filter(Boolean).join(', ');

function startedText(name: string, target: WellTarget, instead: string | null): string {
  if (target.well !== null) return `Started with ${placeText(name, target)}`;
  return instead === null ? `Started without ${name}` : `Started with ${instead}, without ${name}`;
}

interface Difference {
  name: string;
  started: LayoutSide;
  other: LayoutSide;
  /** Why the sample is not in work although it was started; null when it is in work. */
  withheld: string | null;
  /** The content on the started plate of the well that the other person had used. */
  instead?: string | null;
}

const sideValue = (batchId: string, { target }: LayoutSide, started: boolean): ConflictVersion['value'] => ({
  ...target,
  batchId,
  started,
});

/** Open the conflict about one sample or control of a started plate. */
export async function openLayoutConflict(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  { name, started, other, withheld, instead = null }: Difference,
): Promise<void> {
  const startedVersion = {
    label: startedText(name, started.target, instead === null ? null : `${instead} in ${other.target.well}`),
    value: sideValue(row.id, started, true),
  };
  const otherVersion = {
    label: withheld ?? placeText(name, other.target),
    value: { ...sideValue(row.id, other, false), withheld: withheld !== null },
  };
  const [mine, theirs, by] =
    started.by === null
      ? [startedVersion, otherVersion, other.by]
      : [otherVersion, startedVersion, started.by];
  await openConflict(tx, context, {
    kind: LAYOUT_DIFFERS,
    targetType: started.target.kind === 'control' ? 'BatchControl' : 'Sample',
    targetId: started.target.id,
    batchId: row.id,
    action: `Decide where ${name} is on the started plate of batch ${row.julianId}`,
    mine,
    theirs: { ...(by ?? { ...UNKNOWN_EDITOR, occurredAt: context.occurredAt }), ...theirs },
  });
}

/** Read the two sides of a conflict: the started plate and the other person's layout. */
export function sidesOf({ mine, theirs }: Pick<OpenConflict, 'mine' | 'theirs'>): {
  started: WellTarget | null;
  other: WellTarget | null;
} {
  const versions = [mine, ...(theirs === null ? [] : [theirs])];
  const target = (started: boolean): WellTarget | null => {
    const value = versions.find((one) => one.value['started'] === started)?.value;
    return value ? targetOf(value) : null;
  };
  return { started: target(true), other: target(false) };
}

function targetOf(value: ConflictVersion['value']): WellTarget {
  const { kind, id, well, dnaBarcode } = value;
  return {
    kind: kind === 'control' ? 'control' : 'sample',
    id: typeof id === 'string' ? id : '',
    well: typeof well === 'string' && isWellName(well) ? well : null,
    dnaBarcode: typeof dnaBarcode === 'string' ? dnaBarcode : null,
  };
}

/** Return the well and barcode of a sample or control on a plate now. */
export async function placeNow(
  tx: Transaction,
  batchId: string,
  { kind, id }: Pick<WellTarget, 'kind' | 'id'>,
): Promise<Pick<WellTarget, 'well' | 'dnaBarcode'>> {
  if (kind === 'control') {
    const controlRow = await tx.get(batchControl, id);
    return controlRow && !controlRow.deleted
      ? { well: controlRow.plateLocation, dnaBarcode: controlRow.dnaBarcode }
      : { well: null, dnaBarcode: null };
  }
  const controlRow = await tx.get(sample, id);
  return controlRow?.batchId === batchId
    ? { well: controlRow.plateLocation, dnaBarcode: controlRow.dnaBarcode }
    : { well: null, dnaBarcode: null };
}

/** Return whether a place equals what a person had. A barcode that nobody laid out claims nothing. */
export const agrees = (
  now: Pick<WellTarget, 'well' | 'dnaBarcode'>,
  expected: Pick<WellTarget, 'well' | 'dnaBarcode'>,
): boolean =>
  now.well === expected.well && (expected.dnaBarcode === null || now.dnaBarcode === expected.dnaBarcode);

/**
 * A plate started with another layout: kept as started, corrected with the volumes, or the tube taken out.
 */
export const layoutDiffersConflict: ConflictKind = {
  kind: LAYOUT_DIFFERS,
  title: 'Started with another layout',
  labels: {
    KEEP_A: 'Keep as started',
    ENTER_VALUE: 'Correct to the other layout',
    KEEP_B: 'Take it off the plate',
  },
  valuePrompt: 'Reason for the correction',
  async resolve(tx, context, conflict, choice, value) {
    const { started, other } = sidesOf(conflict);
    if (!started) return;
    const row = await batchOf(tx, context, String(conflict.mine.value['batchId']));
    const off = { ...started, well: null, dnaBarcode: null };
    const target = choice === 'KEEP_A' ? started : choice === 'KEEP_B' ? off : (other ?? off);
    const reason = choice === 'ENTER_VALUE' ? (value ?? '') : 'Conflict decided';
    const isResolved = agrees(await placeNow(tx, row.id, target), target);
    if (!isResolved || (choice === 'KEEP_A' && isWithheld(conflict)))
      await correctWell(tx, context, row, target, reason);
    await closeAgreeing(tx, context, row.id, conflict.id);
  },
};

// Whether the sample was left out of the work although it was started.
const isWithheld = ({ mine, theirs }: Pick<OpenConflict, 'mine' | 'theirs'>): boolean =>
  [mine, theirs].some((side) => side?.value['withheld'] === true);

// A swap is two conflicts: correcting one also moves the material in the way to where the other person had
// it.
async function closeAgreeing(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  decidedId: string,
): Promise<void> {
  for (const one of await tx.find(syncConflict, { batchId, status: 'OPEN' })) {
    if (one.kind !== LAYOUT_DIFFERS || one.id === decidedId) continue;
    const versions = {
      mine: ConflictVersion.parse(one.mine),
      theirs: one.theirs === null ? null : ConflictVersion.parse(one.theirs),
    };
    const { started, other } = sidesOf(versions);
    if (!started || !other || isWithheld(versions)) continue;
    const now = await placeNow(tx, batchId, other);
    if (agrees(now, other) && !agrees(now, started))
      await closeConflict(tx, context, one.id, 'Corrected with the other well');
  }
}

/** Close a conflict that another decision or operation has settled. */
export const closeConflict = (
  tx: Transaction,
  context: OperationContext,
  id: string,
  resolution: string,
): Promise<unknown> =>
  tx.patch(syncConflict, id, {
    status: 'RESOLVED',
    resolution,
    resolvedById: context.actor.userId,
    resolvedAt: context.occurredAt,
  });

/** Add to an open conflict what its second person changed afterwards. */
export async function updateOtherSide(
  tx: Transaction,
  context: OperationContext,
  conflictId: string,
  name: string,
  batchId: string,
  target: WellTarget,
): Promise<void> {
  const controlRow = await tx.get(syncConflict, conflictId);
  if (!controlRow) return;
  const mine = ConflictVersion.parse(controlRow.mine);
  await tx.patch(syncConflict, conflictId, {
    mine: {
      ...mine,
      occurredAt: context.occurredAt,
      label: placeText(name, target),
      value: { ...mine.value, ...sideValue(batchId, { target, by: null }, false) },
    },
  });
}
