import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { type Fact, renderEmail } from '#sync-server/integrations/mail/email-template.ts';

interface Wording {
  subject(lines: readonly Fact[]): string;
  heading: string;
  paragraph: string;
  /** Page to handle it; null if there is none. */
  action: { label: string; page: string } | null;
}

const pluralize = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;
/** Name the only item, or count several. */
const onlyOr = (lines: readonly Fact[], many: string): string =>
  lines.length === 1 ? (lines[0]?.[0] ?? '') : `${lines.length} ${many}`;

const WORDING = {
  SYNC_CONFLICT: {
    subject: (lines) => `${pluralize(lines.length, 'conflict needs', 'conflicts need')} a decision`,
    heading: 'Work of two people collided',
    paragraph: 'Both versions are kept. Open each conflict and choose the correct version to continue work.',
    action: { label: 'Open conflicts', page: '/data-sync?tab=conflicts' },
  },
  STOCK_LOW: {
    subject: (lines) => `Stock runs low: ${onlyOr(lines, 'items')}`,
    heading: 'Stock runs low',
    paragraph: 'Stock is below the reorder point. Order more.',
    action: null,
  },
  CERTIFICATION_DUE: {
    subject: (lines) => `Certification due: ${onlyOr(lines, 'instruments')}`,
    heading: 'Instruments need a certificate',
    paragraph: 'Schedule calibration: instruments without a valid certificate cannot be used at the bench.',
    action: null,
  },
  RUN_FAILED: {
    subject: (lines) => `Run failed: ${onlyOr(lines, 'sequencing runs')}`,
    heading: 'A sequencing run ended with an error',
    paragraph: 'Check the sequencer, then give the run its verdict: accept its data, or retry it.',
    action: { label: 'Open runs', page: '/internal/results' },
  },
  BATCH_RETURNED: {
    subject: (lines) => `Returned by the director: ${onlyOr(lines, 'batches')}`,
    heading: 'A director returned a batch',
    paragraph:
      'The batch stays completed and its samples stay on hold. Open it, answer the reason and request approval a second time.',
    action: { label: 'Open batches', page: '/lab/batches' },
  },
} as const satisfies Partial<Record<EmailKind, Wording>>;
export type StaffNotificationKind = keyof typeof WORDING;

const MAX_LINES = 30;

/** Render an email to lab managers; several events of one kind share one email. */
export function renderStaffEmail(
  kind: StaffNotificationKind,
  entity: BusinessEntity,
  { site, lines }: { site: string; lines: readonly Fact[] },
) {
  const { subject, heading, paragraph, action } = WORDING[kind];
  const more = lines.length - MAX_LINES;
  return renderEmail(entity, {
    subject: subject(lines),
    heading,
    paragraphs: [paragraph],
    facts: [
      ...lines.slice(0, MAX_LINES),
      ...(more > 0 ? [['And more', action ? `${more} more on the page` : `${more}`] as const] : []),
    ],
    ...(action ? { action: { label: action.label, url: `${site}${action.page}` } } : {}),
  });
}
