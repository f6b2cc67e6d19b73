import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { fieldFacts } from '#db/protocols/procedures/field-facts.ts';
import type { DraftSection, DraftStep } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { PrintOnce } from '#pwa/printing/print-once.tsx';

const SOP_STYLE = [
  '@page { margin: 16mm 14mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt Arial, sans-serif; } }',
  'html, body { background: #fff !important; }',
  '.sop { color: #000; font: 10.5pt/1.4 Arial, "Liberation Sans", sans-serif; }',
  '.sop header { border-bottom: 0.4mm solid #000; padding-bottom: 3mm; margin-bottom: 4mm; }',
  '.sop h1 { font-size: 18pt; font-weight: 700; margin: 1mm 0; }',
  '.sop h2 { font-size: 13pt; font-weight: 700; margin: 7mm 0 1mm; break-after: avoid; }',
  '.sop h3 { font-size: 11pt; font-weight: 700; margin: 4mm 0 1mm; break-after: avoid; }',
  '.sop dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 2mm 4mm; margin: 0; }',
  '.sop dt { font-size: 8pt; color: #444; }',
  '.sop dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }',
  '.sop p { margin: 1mm 0; white-space: pre-line; overflow-wrap: anywhere; }',
  '.sop .caution { border: 0.4mm solid #000; padding: 1.5mm 2mm; font-weight: 700; break-inside: avoid; }',
  '.sop figure { margin: 2mm 0; break-inside: avoid; }',
  '.sop img { max-width: 110mm; max-height: 75mm; object-fit: contain; }',
  '.sop figcaption { font-size: 8.5pt; color: #444; }',
  '.sop table { width: 100%; border-collapse: collapse; margin: 2mm 0; }',
  '.sop th { text-align: left; border-bottom: 0.4mm solid #000; padding: 1mm 1.5mm; }',
  '.sop td { border-bottom: 0.2mm solid #888; padding: 1mm 1.5mm; overflow-wrap: anywhere; }',
  '.sop tr { break-inside: avoid; }',
].join('\n');

/** The addresses of the pictures that could be loaded, by file. */
export type PictureUrls = ReadonlyMap<string, string>;

interface PrintedProcedure {
  shown: ShownProcedure;
  pictures: PictureUrls;
}

function PrintedStep({
  step,
  number,
  shown,
  pictures,
}: PrintedProcedure & { step: DraftStep; number: string }) {
  return (
    <>
      <h3>{`${number} ${step.title}`}</h3>
      {step.caution && <p className="caution">{`Caution: ${step.caution}`}</p>}
      {step.instructions && <p>{step.instructions}</p>}
      {step.timerSeconds !== null && <p>{`Timer: ${Number((step.timerSeconds / 60).toFixed(2))} min`}</p>}
      {step.pictures.map(({ fileId, altText }) => (
        <figure key={fileId}>
          {pictures.has(fileId) && <img src={pictures.get(fileId)} alt={altText} />}
          <figcaption>
            {pictures.has(fileId) ? altText : `${altText} (the picture could not be loaded)`}
          </figcaption>
        </figure>
      ))}
      {step.fields.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Record</th>
              <th>Type, unit and limits</th>
            </tr>
          </thead>
          <tbody>
            {step.fields.map((field) => (
              <tr key={field.id}>
                <td>{field.label}</td>
                <td>{fieldFacts(field, shown.names)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function PrintedSection({
  section,
  number,
  ...printed
}: PrintedProcedure & { section: DraftSection; number: number }) {
  const marks = [
    section.requiresSignature ? 'Signed by the person who did it' : null,
    section.requiresReview ? 'Reviewed by a second person' : null,
    section.estimatedMinutes === null ? null : `${section.estimatedMinutes} min`,
  ].filter((mark) => mark !== null);
  return (
    <>
      <h2>{`${number}. ${section.name}`}</h2>
      {marks.length > 0 && <p>{marks.join(' · ')}</p>}
      {section.equipmentTypeRequired.length > 0 && (
        <p>{`Equipment: ${section.equipmentTypeRequired.join(', ')}`}</p>
      )}
      {section.instructions && <p>{section.instructions}</p>}
      {section.steps.map((step, at) => (
        <PrintedStep key={step.id} {...printed} step={step} number={`${number}.${at + 1}`} />
      ))}
    </>
  );
}

/** A version of a procedure on paper: head, sections with pictures, signatures. */
export function SopSheet({ shown, pictures }: PrintedProcedure) {
  const { procedure, sections, signatures } = shown;
  const { effectiveFrom, activatedAt } = procedure;
  const effective = effectiveFrom ?? activatedAt;
  return (
    <div className="sop">
      <header>
        <p>{`${ENTITY_PROFILE[procedure.entity].displayName} · Standard operating procedure`}</p>
        <h1>{procedure.name}</h1>
        <dl>
          {[
            ['Code', procedure.code],
            ['Version', String(procedure.procedureVersion)],
            ['Status', procedureDisplay(procedure).label],
            ['Effective', effective === null ? 'Not yet' : formatDate(effective)],
            ['Samples', `${procedure.minSamples} to ${procedure.maxSamples}`],
            ['SOP file', shown.document?.title ?? 'None'],
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {sections.map((section, at) => (
        <PrintedSection
          key={section.id}
          shown={shown}
          pictures={pictures}
          section={section}
          number={at + 1}
        />
      ))}
      <h2>Signatures</h2>
      {signatures.length === 0 && <p>Nobody has signed this version.</p>}
      {signatures.map((signature) => (
        <p key={signature.id}>
          {`${signature.meaning} ${signature.printedName}, ${formatDate(signature.occurredAt, 'shortAtTime')}, ${signature.valid ? 'valid' : 'not valid'}`}
        </p>
      ))}
    </div>
  );
}

/** Prints a version through the browser as soon as it is drawn. */
export function SopJob({ shown, pictures, onDone }: PrintedProcedure & { onDone(): void }) {
  const { code, procedureVersion } = shown.procedure;
  return (
    <PrintOnce title={`${code} version ${procedureVersion}`} pageStyle={SOP_STYLE} onDone={onDone}>
      <SopSheet shown={shown} pictures={pictures} />
    </PrintOnce>
  );
}
