import { Link } from '@tanstack/react-router';
import { FileText, FileUp, ListChecks, Printer } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ASSIGNED_SECTION_STATUS_DISPLAY } from '#db/protocols/sections/current-section.ts';
import { openProcedureFile } from '#pwa/app/procedure-files.ts';
import { ReadingPanel } from '#pwa/features/protocols/signing/reading-panel.tsx';
import { hasSignBar, SignBar } from '#pwa/features/protocols/signing/sign-bar.tsx';
import { SIGNATURES, SigningPanel } from '#pwa/features/protocols/signing/signing-panel.tsx';
import { computeDisplayValues } from '#pwa/features/protocols/values/display-values.ts';
import { ImportDialog } from '#pwa/features/protocols/values/import-dialog.tsx';
import { StepCard } from '#pwa/features/protocols/values/step-card.tsx';
import { useRecordValues } from '#pwa/features/protocols/values/use-record-values.ts';
import { humanize } from '#pwa/format/names.ts';
import { usePrintSheet } from '#pwa/printing/use-print-sheet.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useAbsence } from '#pwa/replica/hooks/use-still-fetching.ts';
import { ScanBar } from '#pwa/scanning/scan-station.tsx';
import { Absent } from '#pwa/ui/absent.tsx';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { Timeline } from '#pwa/ui/history/timeline.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StepRail } from '#pwa/ui/step-rail.tsx';
import { CorrectionDialog, correctionText, DeviationNote } from './corrections.tsx';
import { EquipmentPanel } from './equipment-panel.tsx';
import { sectionProgress, stepHeadingId } from './missing-values.ts';
import { EarlyStartNotice, LateEntries, ReopenedNotice } from './section-notices.tsx';
import { sectionSheet } from './section-sheet.ts';
import { nameIn, readSectionView, SECTION_COLLECTIONS, type SectionView } from './section-view.ts';
import { type ScanTarget, useSectionScan } from './use-section-scan.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The history of a section: starts, corrections with their reasons, signatures, reopenings. */
function SectionHistory({ view }: { view: SectionView }) {
  if (view.events.length === 0) return null;
  const entries = view.events.map((one) => {
    // The section began before its turn and counts since the earlier section was completed, whoever completed
    // that.
    const earlyText =
      one.data['waited'] === true && `Started early by ${textOf(one.data['startedBy'])}; pending until now`;
    const planned = textOf(one.data['takenOverFrom']);
    const takeoverText = planned === null ? null : `Taken over; it was planned for ${planned}`;
    return {
      id: one.id,
      title: humanize(one.type),
      person: nameIn(view.people, one.userId),
      at: one.occurredAt,
      detail:
        [correctionText(view.run, one), earlyText, takeoverText, textOf(one.data['reason'])]
          .filter(Boolean)
          .join(' · ') || null,
    };
  });
  return (
    <Section title="History">
      <Timeline label="History of the section" entries={entries} />
    </Section>
  );
}

/** A sample whose value proposes that it fails. */
interface ProposedFailure {
  id: string;
  barcode: string;
}

interface SectionPageProps {
  assignedSectionId: string;
  /** The dialog that fails a sample; the route passes it from another feature. */
  failing(sample: ProposedFailure, onClose: () => void): ReactNode;
}

const BREADCRUMBS = [{ label: 'Assigned sections', to: '/lab/assigned-sections' }] as const;

function Conflicts({ view }: { view: SectionView }) {
  if (view.conflicts.length === 0) return null;
  return (
    <Notice
      tone="danger"
      title={`Resolve ${view.conflicts.length} sync conflicts first.`}
      action={
        <Link
          to="/data-sync"
          search={{ tab: 'conflicts' }}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          Open the conflicts
        </Link>
      }
    >
      <ul>
        {view.conflicts.map((one) => (
          <li key={one.id}>{one.action}</li>
        ))}
      </ul>
    </Notice>
  );
}

function useSectionPage(view: SectionView) {
  const recording = useRecordValues(view);
  const values = computeDisplayValues(view);
  const active = useRef<ScanTarget | null>(null);
  const runOperation = useRunOperation();
  useSectionScan({ view, recording, active });
  const tick = async (stepId: string, done: boolean): Promise<void> => {
    try {
      await runOperation('tick-step', { assignedSectionId: view.run.assigned.id, stepId, done });
    } catch (error) {
      recording.showFeedback('error', error instanceof AppError ? error.message : MESSAGES.unknownError);
    }
  };
  const setActive = (cell: ScanTarget | null): void => {
    active.current = cell;
  };
  return { recording, values, setActive, tick };
}

const openStep = (id: string): void => {
  const heading = document.getElementById(stepHeadingId(id));
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
};

interface RunningProps {
  view: SectionView;
  failing: SectionPageProps['failing'];
  onBegin(): void;
}

function Running({ view, failing, onBegin }: RunningProps) {
  const { run } = view;
  const { section, assigned } = run.running;
  const page = useSectionPage(view);
  const { recording } = page;
  const [importing, setImporting] = useState(false);
  const [proposed, setProposed] = useState<ProposedFailure | null>(null);
  const pending = usePendingFor(assigned.id);
  const progress = sectionProgress(view);
  const sheet = usePrintSheet();
  const sopId = run.procedure.documentFileId;
  const grid = run.own.some((one) => one.scope === 'PER_SAMPLE' && one.type !== 'CALCULATION');
  const corrected = run.own.find((one) => one.id === recording.correction?.entry.fieldId);
  const propose = (id: string): void => {
    const row = run.rows.find((one) => one.id === id);
    if (row) setProposed({ id, barcode: row.barcode });
  };
  return (
    <Page
      title={section.name}
      breadcrumbs={[
        ...BREADCRUMBS,
        {
          label: run.batch.julianId,
          to: '/lab/batches/$batchId',
          params: { batchId: run.batch.id },
          search: { tab: 'sections' },
        },
      ]}
      badge={
        <>
          <StatusBadge display={ASSIGNED_SECTION_STATUS_DISPLAY[view.status]} />
          {pending > 0 && <ToneBadge tone="info" label={`${pending} saved on this device, not yet sent`} />}
        </>
      }
      actions={
        <>
          {grid && view.lockedText === null && (
            <Button icon={FileUp} onClick={() => setImporting(true)}>
              Import CSV
            </Button>
          )}
          <DetailMenu
            actions={[
              ...(sopId === null
                ? []
                : [
                    {
                      label: 'Open SOP',
                      icon: FileText,
                      onSelect: () =>
                        void openProcedureFile(sopId).catch((error: unknown) =>
                          recording.showFeedback(
                            'error',
                            error instanceof AppError ? error.message : MESSAGES.unknownError,
                          ),
                        ),
                    },
                  ]),
              { label: 'Print worksheet', icon: Printer, onSelect: () => sheet.print(sectionSheet(view)) },
            ]}
          />
          {sheet.printed}
        </>
      }
      bottomActions={hasSignBar(view) ? <SignBar view={view} progress={progress} /> : undefined}
    >
      <p className="text-ink-soft">
        {`${run.batch.julianId} ${run.batch.name} · ${run.procedure.name} · section ${section.order} of ${run.all.length}`}
      </p>
      {view.reading ? (
        <ReadingPanel view={view} reading={view.reading} />
      ) : (
        <EarlyStartNotice view={view} onBegin={onBegin} />
      )}
      <ReopenedNotice view={view} />
      <Conflicts view={view} />
      {recording.feedback && (
        <ScanVerdict
          verdict={recording.feedback.verdict}
          title={recording.feedback.title}
          detail={recording.feedback.detail}
          scanKey={recording.feedback.n}
        />
      )}
      {view.lockedText === null && <ScanBar label="Scan a tube, lot, barcode or instrument" />}
      {section.instructions && <p className="max-w-prose whitespace-pre-line">{section.instructions}</p>}
      <EquipmentPanel view={view} />
      <div className="flex min-w-0 flex-col gap-4 min-[1100px]:flex-row min-[1100px]:items-start">
        <StepRail label="Steps" steps={progress.steps} onOpen={openStep} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only notes that the focus left the values, so that a scan finds its own field */}
        <div
          className="flex min-w-0 flex-1 flex-col gap-4"
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) page.setActive(null);
          }}
        >
          {view.steps.map((step) => (
            <StepCard
              key={step.id}
              view={view}
              step={step}
              fields={run.own.filter((one) => one.stepId === step.id)}
              values={page.values}
              recording={recording}
              onActive={page.setActive}
              onTick={(stepId, done) => void page.tick(stepId, done)}
              onProposeFailure={propose}
            />
          ))}
        </div>
      </div>
      <DeviationNote view={view} />
      <LateEntries view={view} />
      <div id={SIGNATURES} className="scroll-mt-16">
        <SigningPanel view={view} />
      </div>
      <SectionHistory view={view} />
      <CorrectionDialog recording={recording} label={corrected?.label ?? 'value'} />
      {importing && <ImportDialog view={view} recording={recording} onClose={() => setImporting(false)} />}
      {proposed && failing(proposed, () => setProposed(null))}
    </Page>
  );
}

/** The page that runs one section of a batch: its steps, values, instruments, signatures and history. */
export function SectionPage({ assignedSectionId, failing }: SectionPageProps) {
  const view = useRuleRead(SECTION_COLLECTIONS, assignedSectionId, (tx, context) =>
    readSectionView(tx, context, assignedSectionId),
  );
  const absence = useAbsence();
  const [hasBegun, setHasBegun] = useState(false);
  if (view) {
    const effectiveView =
      hasBegun && view.earlyStart && !view.reading
        ? { ...view, lockedText: null, waiting: view.earlyStart.waiting }
        : view;
    return <Running view={effectiveView} failing={failing} onBegin={() => setHasBegun(true)} />;
  }
  return (
    <Page title="Section" breadcrumbs={BREADCRUMBS}>
      {view === undefined ? (
        <Skeleton lines={6} label="Loading the section" />
      ) : (
        <Absent
          noun="section"
          icon={ListChecks}
          absence={absence}
          removalText="Sections of finished batches leave the devices after 60 days."
        />
      )}
    </Page>
  );
}
