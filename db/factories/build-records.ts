import { type Email, email } from '#db/records/emails/email.ts';
import { type AccessLog, accessLog } from '#db/records/events/access-log.ts';
import { type AuditLog, auditLog } from '#db/records/events/audit-log.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
import { type ImportMappingRow, importMapping } from '#db/records/imports/import-mapping.ts';
import { type Note, note } from '#db/records/notes/note.ts';
import { type SavedFilter, savedFilter } from '#db/records/saved-filter.ts';
import { type HelpVideo, helpVideo } from '#db/records/support/help-video.ts';
import { type SupportRequest, supportRequest } from '#db/records/support/support-request.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a note for staff only. */
export function buildNote(overrides: Partial<Note> = {}): Note {
  const number = nextNumber('note');
  return buildRow(
    note,
    {
      id: `note-${number}`,
      targetType: 'Order',
      targetId: 'order-1',
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Call first.' }] }],
      },
      bodyText: 'Call first.',
      authorId: 'user-tech',
      visibility: 'INTERNAL',
      pinned: false,
      mentions: [],
    },
    overrides,
  );
}

/** Build a picture whose upload was created and has not arrived. */
export function buildS3File(overrides: Partial<S3File> = {}): S3File {
  const id = `file-${nextNumber('file')}`;
  return buildRow(
    s3File,
    {
      id,
      title: 'me.png',
      size: 100,
      type: 'image/png',
      fileType: 'IMAGE',
      bucket: 'images',
      key: `images/${id}`,
      status: 'PENDING',
      scanStatus: 'WAITING',
      customerVisible: false,
      uploadedById: 'user-tech',
      downloadCount: 0,
    },
    overrides,
  );
}

/** Build an email that waits to be delivered. */
export const buildEmail = (overrides: Partial<Email> = {}): Email =>
  buildRow(
    email,
    {
      id: `email-${nextNumber('email')}`,
      kind: 'EMAIL_TEST',
      to: 'tess@wbl.example',
      subject: 'Test email',
      text: 'Hello',
      html: '<p>Hello</p>',
      data: {},
      status: 'QUEUED',
      attempts: 0,
      nextAttemptAt: '2026-11-21T08:00:00.000Z',
    },
    overrides,
  );

/** Build a sign-in. */
export const buildAccessLog = (overrides: Partial<AccessLog> = {}): AccessLog =>
  buildRow(
    accessLog,
    {
      id: `access-log-${nextNumber('access-log')}`,
      userId: 'user-tech',
      action: 'SIGN_IN',
      occurredAt: '2026-11-21T08:00:00.000Z',
    },
    overrides,
  );

/** Build a change of a sample's volume. */
export const buildAuditLog = (overrides: Partial<AuditLog> = {}): AuditLog =>
  buildRow(
    auditLog,
    {
      id: `audit-log-${nextNumber('audit-log')}`,
      tableName: 'sample',
      recordId: 'sample-1',
      action: 'UPDATE',
      changes: { remainingVolume: ['1000', '800'] },
      occurredAt: '2026-11-21T10:00:00.000Z',
    },
    overrides,
  );

/** Build a saved view of the orders. */
export function buildSavedFilter(overrides: Partial<SavedFilter> = {}): SavedFilter {
  const number = nextNumber('saved-filter');
  return buildRow(
    savedFilter,
    {
      id: `saved-filter-${number}`,
      userCompanyId: 'membership-1',
      list: 'lab/orders',
      name: `View ${number}`,
      query: { status: ['ORDERED'] },
      isDefault: false,
    },
    overrides,
  );
}

/** Build a support request without an answer. */
export function buildSupportRequest(overrides: Partial<SupportRequest> = {}): SupportRequest {
  const number = nextNumber('support-request');
  return buildRow(
    supportRequest,
    {
      id: `support-request-${number}`,
      reference: `SR-${number}`,
      subject: 'ORDER',
      message: 'Where is my order?',
      status: 'OPEN',
      userId: 'user-1',
      companyId: 'company-1',
    },
    overrides,
  );
}

/** Build a captioned video for everybody. */
export function buildHelpVideo(overrides: Partial<HelpVideo> = {}): HelpVideo {
  const number = nextNumber('help-video');
  return buildRow(
    helpVideo,
    {
      id: `help-video-${number}`,
      title: `Packing tubes ${number}`,
      summary: 'How tubes are packed.',
      url: 'https://films.example.org/packing',
      seconds: 245,
      captioned: true,
      audience: 'EVERYBODY',
    },
    overrides,
  );
}

/** Build the mapping of an organization that has confirmed nothing yet. */
export const buildImportMapping = (overrides: Partial<ImportMappingRow> = {}): ImportMappingRow =>
  buildRow(
    importMapping,
    {
      id: `import-mapping-${nextNumber('import-mapping')}`,
      companyId: 'company-1',
      kind: 'MANIFEST',
      mapping: { columns: {}, words: {}, same: {} },
    },
    overrides,
  );
