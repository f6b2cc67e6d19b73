import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { FILE_SUBTYPE_LABEL } from '#db/records/files/file-type.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { SAMPLE_STATUS } from '#db/samples/sample.ts';
import { APPROVAL_FIRST } from '#db/specimens/results/results-state.ts';
import type { EvidenceFile, EvidenceSample, ShownResult } from '#db/specimens/results/shown-results.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { downloadFile } from '#pwa/api/files.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { PatientOf } from './patient-of.tsx';
import { resultState } from './use-results.ts';

/** Downloads an evidence file under its own name. */
export function EvidenceFileButton({ file }: { file: Omit<EvidenceFile, 'report'> }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await downloadFile(file);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const facts = [
    file.subType && FILE_SUBTYPE_LABEL[file.subType],
    formatFileSize(file.size),
    formatDate(file.createdAt),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-0.5">
      <button
        type="button"
        aria-label={`Download ${file.title}`}
        disabled={busy}
        onClick={() => void open()}
        className="inline-flex min-h-11 items-center gap-2 md:min-h-7 text-left font-medium text-accent-ink underline underline-offset-2"
      >
        <Download aria-hidden size={18} className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">{file.title}</span>
      </button>
      <p className="text-ink-soft text-sm">{facts.filter(Boolean).join(' · ')}</p>
      {problem && (
        <p role="alert" className="basis-full wrap-anywhere">
          {problem}
        </p>
      )}
    </div>
  );
}

type SpecimenLink = (id: string) => AppLink | null;

function Name({ row, link }: { row: ShownResult; link: AppLink | null }) {
  const { customerSampleId, julianId, evidence } = row;
  return (
    <>
      {link ? (
        <Link
          {...link}
          className="inline-flex min-h-6 items-center wrap-anywhere font-medium text-accent-ink underline"
        >
          {customerSampleId}
        </Link>
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
export const evidenceColumns = (specimenLink: SpecimenLink): readonly Column<ShownResult>[] => [
  {
    id: 'specimen',
    header: 'Specimen',
    sortBy: ({ customerSampleId }) => customerSampleId,
    cell: (row) => <Name row={row} link={specimenLink(row.id)} />,
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
export const hinderedColumns = (specimenLink: SpecimenLink): readonly Column<ShownResult>[] => [
  {
    id: 'specimen',
    header: 'Specimen',
    sortBy: ({ customerSampleId }) => customerSampleId,
    cell: (row) => <Name row={row} link={specimenLink(row.id)} />,
  },
  {
    id: 'hinders',
    header: 'What is missing',
    wide: true,
    cell: ({ approvalProblems }) => <>{approvalProblems?.map(lineOf)}</>,
  },
];
