import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { PROCEDURE_STATUS_DISPLAY } from '#db/protocols/procedure.ts';
import { compareProcedures } from '#db/protocols/procedures/compare-procedures.ts';
import { fieldFacts } from '#db/protocols/procedures/field-facts.ts';
import { type DraftSection, settingsOf } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import type { StepPicture } from '#db/protocols/section.ts';
import { propertyWords, valueText } from '#db/protocols/versions/change-words.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readProcedureFile } from '#sync-server/services/protocols/procedure-files.ts';
import { readProcedureContent } from '#sync-server/services/protocols/read-procedure.ts';
import type { RecordDocument } from './record-document.ts';
import { earlierOf, type VersionRecord, writeVersionRecord } from './version-record.ts';

type Services = Pick<AppServices, 'pool' | 'now' | 'env'>;

/** Read the bytes that a hash covers; null when they are not there, or are not what was signed. */
async function readSignedBytes(
  services: Services,
  session: Session,
  { fileId, sha256 }: Pick<StepPicture, 'fileId' | 'sha256'>,
): Promise<Buffer | null> {
  try {
    const { open } = await readProcedureFile(services, session, fileId);
    const bytes = await buffer(await open());
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

type ReadBytes = (file: Pick<StepPicture, 'fileId' | 'sha256'>) => Promise<Buffer | null>;

async function writePicture(
  document: RecordDocument,
  readBytes: ReadBytes,
  picture: StepPicture,
): Promise<void> {
  const bytes = await readBytes(picture);
  if (bytes) document.picture(bytes, picture.altText);
  else document.text(`${picture.altText} (the stored picture does not match)`, { indent: 16 });
  document.text(`SHA-256 ${picture.sha256}`, { soft: true, indent: 16 });
}

async function writeSection(
  document: RecordDocument,
  readBytes: ReadBytes,
  section: DraftSection,
  { order, names }: { order: number; names: ShownProcedure['names'] },
): Promise<void> {
  document.heading(`${order}. ${section.name}`);
  const marks = [
    section.requiresSignature ? 'Signed by the person who did it' : null,
    section.requiresReview ? 'Reviewed by a second person' : null,
    section.equipmentTypeRequired.length > 0
      ? `Equipment: ${section.equipmentTypeRequired.join(', ')}`
      : null,
  ].filter((mark) => mark !== null);
  if (marks.length > 0) document.text(marks.join(' · '), { soft: true });
  if (section.instructions !== null) document.text(section.instructions);
  for (const [at, step] of section.steps.entries()) {
    document.text(`${order}.${at + 1} ${step.title}`, { bold: true });
    if (step.instructions !== null) document.text(step.instructions, { indent: 16 });
    if (step.caution !== null) document.text(`Caution: ${step.caution}`, { bold: true, indent: 16 });
    if (step.timerSeconds !== null)
      document.text(`Timer: ${Number((step.timerSeconds / 60).toFixed(2))} min`, { indent: 16 });
    for (const picture of step.pictures) await writePicture(document, readBytes, picture);
    for (const field of step.fields)
      document.text(`${field.label}: ${fieldFacts(field, names)}`, { indent: 16 });
  }
}

async function writeContent(
  document: RecordDocument,
  readBytes: ReadBytes,
  { procedure, sections, names, document: sop }: ShownProcedure,
): Promise<void> {
  document.heading('Settings');
  const { name: _, documentFileId: _file, ...settings } = settingsOf(procedure);
  document.values([
    { name: 'batch type', value: BATCH_TYPE_FACTS[procedure.batchType].label },
    ...Object.entries(settings).map(([name, value]) => ({
      name: propertyWords(name),
      value: valueText(value),
    })),
  ]);
  document.heading('SOP file');
  if (sop) {
    const isIntact = (await readBytes(sop)) !== null;
    document.text(`${sop.title}, ${isIntact ? 'stored as signed' : 'the stored file does not match'}`);
    document.text(`SHA-256 ${sop.sha256}`, { soft: true });
  } else document.text('None');
  for (const [at, section] of sections.entries())
    await writeSection(document, readBytes, section, { order: at + 1, names });
}

/** Write the record of a version of a procedure: its content with pictures, the changes and the signatures. */
export async function writeProcedureRecord(
  services: Services,
  session: Session,
  id: string,
): Promise<VersionRecord> {
  const content = await readProcedureContent(services, session, id);
  const { procedure, sections, authors, signatures, contentHash } = content;
  const earlier = earlierOf(
    procedure,
    procedure.procedureVersion,
    content.versions.map((version) => ({ id: version.id, number: version.procedureVersion })),
  );
  const before = earlier === null ? null : await readProcedureContent(services, session, earlier);
  const comparison =
    before &&
    compareProcedures(
      { settings: settingsOf(before.procedure), sections: before.sections },
      { settings: settingsOf(procedure), sections },
    );
  return writeVersionRecord(
    {
      kind: 'Procedure',
      row: procedure,
      versionNumber: procedure.procedureVersion,
      statusLabel: PROCEDURE_STATUS_DISPLAY[procedure.status].label,
      authors,
      signatures,
      contentHash,
    },
    (document) => writeContent(document, (file) => readSignedBytes(services, session, file), content),
    comparison && ((document) => document.comparison(comparison)),
  );
}
