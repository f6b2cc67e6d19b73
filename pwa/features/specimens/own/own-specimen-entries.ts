import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { SpecimenStatus, specimenDisplay } from '#db/specimens/specimen-status.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { humanize } from '#pwa/format/names.ts';
import { TONE_OF_STATUS } from '#pwa/ui/badge.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

type Entry = ShownSpecimen['history'][number];

const TITLES: Record<string, { title: string; tone: Tone }> = {
  SPECIMEN_CREATED: { title: 'Entered', tone: 'neutral' },
  SPECIMEN_UPDATED: { title: 'Changed', tone: 'neutral' },
  SPECIMEN_ACCESSIONED: { title: 'Received', tone: 'success' },
  SPECIMEN_DISCREPANCY: { title: 'Something was noticed', tone: 'warning' },
  SPECIMEN_DISCREPANCY_RESOLVED: { title: 'Settled', tone: 'success' },
  SPECIMEN_QUARANTINED: { title: 'Set apart', tone: 'warning' },
  SPECIMEN_RELEASED: { title: 'Released to the lab', tone: 'success' },
  SPECIMEN_ACTION_REQUIRED: { title: 'Your decision is needed', tone: 'danger' },
  SPECIMEN_FAILED: { title: 'Under review', tone: 'warning' },
  SPECIMEN_RESET: { title: 'Being repeated', tone: 'progress' },
  SPECIMEN_CANCELED: { title: 'Canceled', tone: 'neutral' },
  SEQUENCING_CONTINUED: { title: 'Sequencing continued to reach your target', tone: 'progress' },
  RESULTS_RELEASED: { title: 'Results released', tone: 'success' },
  RESULTS_FIGURES_CHANGED: { title: 'Figures of the results changed', tone: 'warning' },
  RESULTS_RECALLED: { title: 'Results taken back', tone: 'warning' },
  FILE_UPLOADED: { title: 'File added', tone: 'neutral' },
  FILE_DELETED: { title: 'File deleted', tone: 'neutral' },
  SPECIMEN_DIRECTOR_APPROVED: { title: 'Results approved', tone: 'success' },
};

const statusDisplay = (value: unknown, customer: boolean): StatusDisplay | null => {
  const status = SpecimenStatus.safeParse(value);
  return status.success ? specimenDisplay(status.data, customer) : null;
};

/** Name a status change by its result. */
function titleOf({ type, data }: Entry, customer: boolean): { title: string; tone: Tone } {
  const to = type === 'SPECIMEN_STATUS_CHANGED' ? statusDisplay(data['to'], customer) : null;
  if (to) return { title: to.label, tone: TONE_OF_STATUS[to.tone] };
  if (type === 'SPECIMEN_ACTION_REQUIRED' && !customer)
    return { title: 'The customer has to decide', tone: 'danger' };
  return TITLES[type] ?? { title: humanize(type), tone: 'neutral' };
}

function linesOf({ data }: Entry, customer: boolean): string[] {
  const [from, to] = [
    statusDisplay(data['from'], customer)?.label,
    statusDisplay(data['to'], customer)?.label,
  ];
  const detailTexts = ['julianId', 'description', 'note', 'reason', 'internalReason'].flatMap((name) => {
    const value = data[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const changed = Array.isArray(data['changed']) ? data['changed'].map((name) => humanize(String(name))) : [];
  return [
    ...(from && to ? [`${from} → ${to}`] : to ? [to] : []),
    ...new Set(detailTexts),
    ...(changed.length > 0 ? [changed.join(', ')] : []),
  ];
}

/** Build the entries of a specimen's events, in the wording for this reader. */
export const ownSpecimenEntries = (
  { history }: Pick<ShownSpecimen, 'history'>,
  customer: boolean,
): TimelineEntry[] =>
  history.map((entry) => {
    const file = entry.type === 'FILE_UPLOADED' ? entry.data['title'] : null;
    const detail = linesOf(entry, customer);
    return {
      ...titleOf(entry, customer),
      id: entry.id,
      person: entry.by,
      at: entry.at,
      ...(detail.length > 0 ? { detail: detail.join(' · ') } : {}),
      ...(typeof file === 'string' ? { file } : {}),
    };
  });
