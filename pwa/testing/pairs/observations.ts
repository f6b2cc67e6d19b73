import { fieldValue } from '#db/protocols/field-value.ts';
import { event } from '#db/records/event.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import type { JournalWorld } from './journal-world.ts';
import type { Verdict } from './pair-server.ts';

/** A refusal of a fact that the domain requires, with its reference. */
export interface DemandedRefusal {
  operation: string;
  code: string;
  demandedBy: string;
}

/** The few refusals of facts that the domain requires; all other observations are recorded. */
export const DEMANDED_REFUSALS: readonly DemandedRefusal[] = [
  {
    operation: 'record-field-value',
    code: 'SECTION_SIGNED',
    demandedBy: '5.11 row 19: kept as a late entry',
  },
  {
    operation: 'record-field-values',
    code: 'SECTION_SIGNED',
    demandedBy: '5.11 row 19: kept as a late entry',
  },
  {
    operation: 'correct-field-value',
    code: 'SECTION_SIGNED',
    demandedBy: '5.11 row 19: kept as a late entry',
  },
  { operation: 'tick-step', code: 'SECTION_SIGNED', demandedBy: '5.11 row 19: kept as a late entry' },
  { operation: 'remove-lot', code: 'SECTION_SIGNED', demandedBy: '5.11 row 19: kept as a late entry' },
  ...['record-field-value', 'record-field-values', 'correct-field-value', 'remove-lot'].map((operation) => ({
    ...{ operation, code: 'BATCH_CLOSED' },
    demandedBy: '5.11 row 23: failure wins, the values are kept as late entries',
  })),
];

/** Refusals after which the values are stored as late entries; a trace must exist. */
export const isDemanded = ({ envelope, code }: Verdict): boolean =>
  DEMANDED_REFUSALS.some((one) => one.operation === envelope.operation.name && one.code === code);

/** List facts that were refused, or that left no trace. */
export function lostObservations(world: JournalWorld, start: number, verdicts: readonly Verdict[]): string[] {
  const writtenRows = world.since(start);
  return verdicts.flatMap((verdict) => {
    const { envelope, outcome, code, message } = verdict;
    if (envelope.operation.kind !== 'fact') return [];
    const name = envelope.operation.name;
    if (outcome === 'REJECTED' && !isDemanded(verdict)) return [`fact refused: ${name} ${code} ${message}`];
    const stem = envelope.id.slice(0, 23);
    const traced = writtenRows.some(({ entity, row }) => {
      if (entity.name === event.name) {
        const data = row['data'];
        return typeof data === 'object' && data !== null && Object.values(data).includes(envelope.id);
      }
      if (entity.name === syncConflict.name) return row['commandId'] === envelope.id;
      if (entity.name === fieldValue.name) return String(row['id']).startsWith(stem);
      // A tick or a scan is stored on its row with its user and time.
      const text = JSON.stringify(row);
      return text.includes(`"${envelope.actor.userId}"`) && text.includes(envelope.occurredAt);
    });
    return traced ? [] : [`no trace of a fact: ${name} ${outcome} ${code ?? ''}`];
  });
}
