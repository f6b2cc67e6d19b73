import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { readPath } from '#db/storage/container-path.ts';
import {
  positionProblem,
  quarantineProblem,
  roleProblem,
  roomProblem,
  slotProblem,
} from '#db/storage/place-problem.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import type { PlacingResult } from './placing-entry.ts';

/**
 * Judge the place where a person puts a sample. A problem that the person could know is refused with its
 * text; a change by another person cannot undo that the tube is there, so it comes back as a note. `together`
 * are the samples that the same operation moves and that so make room for each other.
 */
export async function judgePlace(
  tx: Transaction,
  context: OperationContext,
  placing: { sample: Sample; container: StorageManagement; position: string | null },
  bulkSampleIds: readonly string[] = [],
): Promise<string[]> {
  const { sample, container, position } = placing;
  const unknown = positionProblem(container, position);
  if (unknown) throw refuse(unknown.code, unknown.message);
  const path = await readPath(tx, container.id);
  const all = await tx.find(sampleEntity, { storageLocationId: container.id });
  const containerSamples = all.filter((one) => one.id === sample.id || !bulkSampleIds.includes(one.id));
  const online = context.deviceId === null;
  const placeChanged = await context.changedSinceSeen(storageManagement, container.id);
  const sampleChanged = await context.changedSinceSeen(sampleEntity, sample.id);
  const room = roomProblem(container, containerSamples, sample.id);
  const exceedsCount = room?.code === 'CONTAINER_FULL' && container.status !== 'FULL';
  const findings = [
    { problem: roleProblem(context.actor.role, path), kept: placeChanged },
    { problem: quarantineProblem(sample, path), kept: placeChanged || sampleChanged },
    { problem: online ? slotProblem(container, position, containerSamples, sample.id) : null, kept: false },
    { problem: room, kept: placeChanged || (exceedsCount && !online) },
  ];
  const notes: string[] = [];
  for (const { problem, kept: isStoredAnyway } of findings) {
    if (!problem) continue;
    if (!isStoredAnyway) throw refuse(problem.code, problem.message);
    notes.push(problem.message);
  }
  return notes;
}

/**
 * Return the one verdict of an operation that placed samples: the most severe of its parts, with all their
 * texts.
 */
export function placingOutcome(results: readonly PlacingResult[], notes: readonly string[] = []): RuleResult {
  const withMessage = results.filter((one) => one.message !== null);
  const texts = [...new Set([...withMessage.map((one) => one.message ?? ''), ...notes])];
  const message = texts.join(' ').slice(0, 2_000);
  const conflict = withMessage.find((one) => one.effect === 'SLOT_TAKEN' || one.effect === 'WITHHELD');
  if (conflict) return conflicted(conflict.code ?? 'CONFLICT', message);
  const scanned = withMessage.find((one) => one.code === 'SUPERSEDED_BY_SCAN');
  if (scanned) return merged('SUPERSEDED_BY_SCAN', message);
  if (texts.length === 0) return applied;
  return warned(withMessage[0]?.code ?? 'NOTE', message);
}
