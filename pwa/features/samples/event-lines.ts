import { z } from 'zod';
import { ROLE_LABELS } from '#db/access/role-labels.ts';
import { Role } from '#db/access/roles.ts';
import { FIELD_TARGET } from '#db/protocols/field.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import {
  type ChainEvent,
  custodyChain,
  doneBy,
  holderOf,
  placeOf,
  placeText,
} from '#db/samples/custody/custody-chain.ts';
import { FAILED_SAMPLE_REASON, FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { SAMPLE_STATUS, SampleStatus } from '#db/samples/sample.ts';
import { humanize } from '#pwa/format/names.ts';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** An event of a document, or an earlier one that was loaded on request. */
export type HistoryEvent = ChainEvent;

const TITLES: Partial<Record<EventType, { title: string; tone: Tone }>> = {
  SAMPLE_CREATED: { title: 'Received', tone: 'success' },
  SAMPLE_CHECKED_OUT: { title: 'Checked out', tone: 'info' },
  SAMPLE_CHECKED_IN: { title: 'Checked in', tone: 'success' },
  SAMPLE_CUSTODY_TRANSFERRED: { title: 'Handed over', tone: 'info' },
  SAMPLE_MOVED: { title: 'Moved', tone: 'progress' },
  SAMPLE_NOT_FOUND: { title: 'Not found', tone: 'danger' },
  SAMPLE_DISPOSED: { title: 'Disposed of', tone: 'danger' },
  SAMPLE_SENT_TO_CLIENT: { title: 'Sent to the client', tone: 'hold' },
  SAMPLE_DEPLETED: { title: 'Depleted', tone: 'neutral' },
  SAMPLE_LABEL_PRINTED: { title: 'Label printed', tone: 'neutral' },
  SAMPLE_FAILED: { title: 'Failed', tone: 'danger' },
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function titleOf(one: HistoryEvent): { title: string; tone: Tone } {
  const { data } = one;
  if (data['found'] === true) return { title: 'Found again', tone: 'success' };
  if (data['decision'] === 'CONFIRMED') return { title: 'Failure confirmed', tone: 'danger' };
  if (data['decision'] === 'OVERTURNED') return { title: 'Failure overturned', tone: 'success' };
  if (data['flaggedForReview'] === false) return { title: 'Reviewed', tone: 'success' };
  if (data['undoOf']) return { title: 'Move undone', tone: 'warning' };
  return TITLES[one.type] ?? { title: humanize(one.type.replace('SAMPLE_', '')), tone: 'neutral' };
}

// A volume that was withheld because the tube is gone has not changed anything yet.
const volumeText = (data: HistoryEvent['data']): string =>
  textOf(data['to']) ? `${data['from']} → ${data['to']} µL` : `${data['volume']} µL for ${data['aliquot']}`;

const PRINTERS: Readonly<Record<string, string>> = { BROWSER: 'in the browser', ZPL_FILE: 'as a ZPL file' };

/** Describe where a label was printed, and the reason for a reprint. */
function printText(data: HistoryEvent['data']): string {
  const printer = textOf(data['printer']);
  const reprintReason = textOf(data['reprintReason']);
  return [printer && (PRINTERS[printer] ?? `on ${printer}`), reprintReason && `again: ${reprintReason}`]
    .filter(Boolean)
    .join(', ');
}

/** Format a status in the words of its badge. */
function statusText(value: unknown): string {
  const status = SampleStatus.safeParse(value).data;
  return status ? SAMPLE_STATUS[status].label : humanize(String(value));
}

/** Format the failure reason and its note. */
function failureText(data: HistoryEvent['data']): string {
  const reason = FailedSampleReason.safeParse(data['reason']).data;
  return [reason && FAILED_SAMPLE_REASON[reason], textOf(data['notes'])].filter(Boolean).join(': ');
}

/** Format the second person and their role. */
function reviewText(data: HistoryEvent['data']): string {
  const role = Role.safeParse(data['reviewerRole']).data;
  return [`reviewed by ${data['reviewedBy']}`, role && ROLE_LABELS[role].verbose].filter(Boolean).join(', ');
}

const Place = z.object({
  containerId: z.string().nullable(),
  container: z.string().nullable(),
  position: z.string().nullable(),
});

const OUTPUT_LABELS = {
  extractedConcentration: FIELD_TARGET.EXTRACTED_CONCENTRATION,
  extractedVolume: FIELD_TARGET.EXTRACTED_VOLUME,
  fragmentLength: FIELD_TARGET.FRAGMENT_LENGTH,
  dnaBarcode: FIELD_TARGET.DNA_BARCODE,
} as const;
const Corrections = z.array(
  z.object({
    field: z.enum(['extractedConcentration', 'extractedVolume', 'fragmentLength', 'dnaBarcode']),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
);

/** Format corrected results: `extracted concentration 20 → 12.5`. */
function correctionsText(data: HistoryEvent['data']): string {
  return (Corrections.safeParse(data['changes']).data ?? [])
    .map(({ field, from, to }) => `${OUTPUT_LABELS[field]} ${from ?? 'none'} → ${to ?? 'none'}`)
    .join(', ');
}

function detailOf(one: HistoryEvent): string {
  const { data } = one;
  const to = placeOf(one);
  const from = Place.safeParse(data['from']).data;
  const parts = [
    to?.container && from?.container ? `from ${placeText(from)}` : null,
    to?.container ? `to ${placeText(to)}` : null,
    one.type === 'SAMPLE_CUSTODY_TRANSFERRED' ? `to ${holderOf(one)}` : null,
    textOf(data['purpose']) && `for ${humanize(String(data['purpose'])).toLowerCase()}`,
    one.type === 'SAMPLE_STATUS_CHANGED' && data['from'] !== data['to']
      ? `${statusText(data['from'])} → ${statusText(data['to'])}`
      : null,
    one.type === 'SAMPLE_VOLUME_CHANGED' ? volumeText(data) : null,
    one.type === 'SAMPLE_OUTPUT_CORRECTED' ? correctionsText(data) : null,
    one.type === 'SAMPLE_LABEL_PRINTED' ? printText(data) : null,
    one.type === 'SAMPLE_FAILED' ? failureText(data) : textOf(data['reason']),
    textOf(data['reviewedBy']) && reviewText(data),
    data['typed'] === true && data['undoOf'] === undefined ? 'typed, not scanned' : null,
    data['beatenByScan'] === true ? 'scanned elsewhere by a colleague' : null,
    data['superseded'] === true ? 'seen elsewhere later' : null,
    data['withheld'] === true ? 'withheld until a person decides' : null,
  ];
  return parts.filter(Boolean).join(', ');
}

const entryOf =
  (unsent: ReadonlySet<string>) =>
  (one: HistoryEvent): TimelineEntry => {
    const detail = detailOf(one);
    return {
      id: one.id,
      ...titleOf(one),
      person: doneBy(one),
      at: one.occurredAt,
      ...(detail === '' ? {} : { detail }),
      waiting: unsent.has(String(one.data['operationId'])),
    };
  };

/**
 * Build the chain of custody and the other history, each newest first. `unsent` holds operations in this
 * device's outbox.
 */
export function eventLines(
  events: readonly HistoryEvent[],
  unsent: ReadonlySet<string>,
): { custody: TimelineEntry[]; history: TimelineEntry[] } {
  const custody = custodyChain(events);
  const inChain = new Set(custody.map((one) => one.id));
  const otherEvents = events
    .filter((one) => !inChain.has(one.id))
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1));
  return {
    custody: custody.map(entryOf(unsent)).toReversed(),
    history: otherEvents.map(entryOf(unsent)).toReversed(),
  };
}
