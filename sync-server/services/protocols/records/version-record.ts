import type { VersionSignature } from '#db/protocols/versions/sign-version.ts';
import { isDraft } from '#db/protocols/versions/version-rules.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { formatLongDate } from '#sync-server/integrations/mail/email-template.ts';
import { instantText, RecordDocument } from './record-document.ts';

/** What the records of procedures, flows and protocols have in common. */
export interface RecordedVersion {
  /** Names the kind of method: Procedure, Flow or Protocol. */
  kind: string;
  row: {
    entity: BusinessEntity;
    name: string;
    code: string;
    status: string;
    submittedAt: string | null;
    effectiveFrom: string | null;
    activatedAt: string | null;
    changeSummary: string | null;
    updatedAt: string;
  };
  versionNumber: number;
  /** The screen text of the status. */
  statusLabel: string;
  authors: readonly { name: string }[];
  signatures: readonly VersionSignature[];
  contentHash: string;
}

/** The record of a version as a PDF document. */
export interface VersionRecord {
  fileName: string;
  content: Buffer;
}

/** Return the id of the version before: the one that it replaces, or the next lower number; null for the first. */
export const earlierOf = (
  { supersedesId }: { supersedesId: string | null },
  number: number,
  versions: readonly { id: string; number: number }[],
): string | null =>
  supersedesId ??
  versions.filter((one) => one.number < number).sort((one, other) => other.number - one.number)[0]?.id ??
  null;

/** Write since when or from when a version counts. */
function effectiveText({ effectiveFrom, activatedAt }: RecordedVersion['row']): string {
  if (effectiveFrom !== null) return formatLongDate(effectiveFrom);
  return activatedAt === null ? 'Not yet' : instantText(activatedAt);
}

const stateOf = ({ row, statusLabel }: RecordedVersion): string =>
  row.status === 'PENDING_APPROVAL' && isDraft(row) ? 'Draft' : statusLabel;

/** Write the record of a version: its head, its content, what changed since the earlier version, the signatures. */
export async function writeVersionRecord(
  version: RecordedVersion,
  writeContent: (document: RecordDocument) => Promise<void>,
  writeChanges: ((document: RecordDocument) => void) | null,
): Promise<VersionRecord> {
  const { kind, row, versionNumber, authors, signatures, contentHash } = version;
  const title = `${kind} ${row.code}, version ${versionNumber}`;
  const document = new RecordDocument(row.entity, { title, at: row.updatedAt });
  document.title(title, stateOf(version));
  document.blocks([
    { title: 'Name', text: row.name },
    { title: 'Effective', text: effectiveText(row) },
    { title: 'Authors', text: authors.map(({ name }) => name).join(', ') || 'Not recorded' },
  ]);
  if (row.changeSummary !== null) {
    document.heading('Change summary');
    document.text(row.changeSummary);
  }
  await writeContent(document);
  document.heading('Changes since the earlier version');
  if (writeChanges) writeChanges(document);
  else document.text('This is the first version.');
  document.signatures(signatures, contentHash);
  const content = await document.finish();
  return { fileName: `signed-record-${row.code}-v${versionNumber}.pdf`, content };
}
