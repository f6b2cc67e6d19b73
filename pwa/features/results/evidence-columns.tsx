import { BATCH_TYPE_FACTS } from '#db/batches/batch-type.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failed-sample-reason.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import { APPROVAL_FIRST } from '#db/specimens/approval-first.ts';
import type { EvidenceSample } from '#db/specimens/result-evidence.ts';
import type { ShownResult } from '#db/specimens/shown-results.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { EvidenceFileButton } from './evidence-file-button.tsx';
import { PatientOf } from './patient-of.tsx';
import { resultState } from './result-state.ts';

type SpecimenPath = (id: string) => string | null;

function Name({ row, path }: { row: ShownResult; path: string | null }) {
  const { customerSampleId, julianId, evidence } = row;
  return (
    <>
      {path ? (
        <a
          href={path}
          className="inline-flex min-h-6 items-center wrap-anywhere font-medium text-accent-ink underline"
        >
          {customerSampleId}
        </a>
      ) : (
        <span className="wrap-anywhere font-medium">{customerSampleId}</span>
      )}
      {julianId && <span className="code block font-normal text-ink-soft text-sm">{julianId}</span>}
      {evidence && (
        <span className="code block font-normal text-ink-soft text-sm">{evidence.requisitionNumber}</span>
      )}
    </>
  );
}

/** The patient or customer, as far as the user may see it. */
function SpecimenOwner({ evidence }: Pick<ShownResult, 'evidence'>) {
  if (!evidence) return null;
  const { patientMrn, patientId, collectedAt } = evidence;
  return (
    <>
      {patientMrn && <p className="wrap-anywhere md:whitespace-nowrap">{`MRN ${patientMrn}`}</p>}
      {collectedAt && (
        <p className="whitespace-nowrap text-ink-soft">{`Collected ${formatDate(collectedAt)}`}</p>
      )}
      {patientId && <PatientOf id={patientId} />}
    </>
  );
}

function SampleLine({ sample }: { sample: EvidenceSample }) {
  const { barcode, stage, status, failureReason, flaggedForReview } = sample;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5 py-0.5">
      <span className="flex flex-wrap items-center gap-x-2 md:flex-nowrap">
        <span className="code">{barcode}</span>
        <StatusBadge display={SAMPLE_STATUS[status]} />
      </span>
      {flaggedForReview && <ToneBadge tone="warning" label="Flagged for review" />}
      {stage && <span className="text-ink-soft">{BATCH_TYPE_FACTS[stage].label}</span>}
      {failureReason && <span>{FAILED_SAMPLE_REASON[failureReason]}</span>}
    </li>
  );
}

const lineOf = (line: string) => (
  <p key={line} className="wrap-anywhere">
    {line}
  </p>
);

/** A specimen that waits: its owner, the outcome of its work, and its files. */
export const evidenceColumns = (specimenPath: SpecimenPath): readonly Column<ShownResult>[] => [
  {
    id: 'specimen',
    header: 'Specimen',
    sortBy: ({ customerSampleId }) => customerSampleId,
    cell: (row) => <Name row={row} path={specimenPath(row.id)} />,
  },
  {
    id: 'patient',
    header: 'Patient',
    wide: true,
    cell: ({ evidence }) => <SpecimenOwner evidence={evidence} />,
  },
  {
    id: 'samples',
    header: 'Samples',
    wide: true,
    cell: ({ evidence }) => (
      <ul>
        {evidence?.samples.map((one) => (
          <SampleLine key={one.id} sample={one} />
        ))}
      </ul>
    ),
  },
  {
    id: 'files',
    header: 'Files',
    wide: true,
    cell: (row) => (
      <>
        {row.evidence?.files.map((file) => (
          <EvidenceFileButton key={file.id} file={file} />
        ))}
        {resultState(row, true)
          .lines.filter((line) => line !== APPROVAL_FIRST)
          .map(lineOf)}
      </>
    ),
  },
];

/** A specimen that does not wait yet, and why. */
export const hinderedColumns = (specimenPath: SpecimenPath): readonly Column<ShownResult>[] => [
  {
    id: 'specimen',
    header: 'Specimen',
    sortBy: ({ customerSampleId }) => customerSampleId,
    cell: (row) => <Name row={row} path={specimenPath(row.id)} />,
  },
  {
    id: 'hinders',
    header: 'What is missing',
    wide: true,
    cell: ({ approvalProblems }) => <>{approvalProblems?.map(lineOf)}</>,
  },
];
