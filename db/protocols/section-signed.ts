import { type OperationContext, type RuleResult, rejectedButStored } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { clockText } from '#db/values/wall-clock.ts';
import type { Signature } from './signature.ts';

/** Format why a signed section cannot change, with the lab's time of its signature. */
export const sectionSigned = (
  { printedName, occurredAt }: Pick<Signature, 'printedName' | 'occurredAt'>,
  { labTimezone }: { labTimezone: string },
): string => `Section was signed by ${printedName} at ${clockText(occurredAt, labTimezone)}.`;

/**
 * Refuse an entry that arrives after the signature, and store it in the section's history as a late entry
 * (domain 5.11, case 19).
 */
export async function keepLateEntry(
  tx: Transaction,
  context: OperationContext,
  signed: Pick<Signature, 'printedName' | 'occurredAt' | 'targetId'>,
  entry: { stepId: string; done: boolean } | { note: string },
): Promise<RuleResult> {
  await recordEvent(tx, context, {
    type: 'NOTE_ADDED',
    targetType: 'AssignedSection',
    targetId: signed.targetId,
    data: { ...entry, late: true },
  });
  return rejectedButStored('SECTION_SIGNED', sectionSigned(signed, context));
}
