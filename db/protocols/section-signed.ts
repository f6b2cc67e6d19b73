import { clockText } from '#db/values/wall-clock.ts';
import type { Signature } from './signature.ts';

/** Why nothing of a signed section changes, with the lab's time of its signature. */
export const sectionSigned = (
  { printedName, occurredAt }: Pick<Signature, 'printedName' | 'occurredAt'>,
  { labTimezone }: { labTimezone: string },
): string => `Section was signed by ${printedName} at ${clockText(occurredAt, labTimezone)}.`;
