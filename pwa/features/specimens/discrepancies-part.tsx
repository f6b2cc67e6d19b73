import { Printer } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { Sample } from '#db/samples/sample.ts';
import { type AccessionGroup, PACKAGE_CONDITION } from '#db/specimens/accession/accession-group.ts';
import {
  DISCREPANCY_RESOLUTION,
  DISCREPANCY_TYPE,
  type Discrepancy,
  type DiscrepancyType,
} from '#db/specimens/discrepancies/discrepancy.ts';
import { MAY_RESOLVE, RESOLUTIONS_FOR } from '#db/specimens/discrepancies/resolve-discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { ReceiptPhotos } from './accession/receipt-photos.tsx';
import { type SelectedResolution, useResolve } from './linking/resolve-discrepancy.tsx';
import { useRecordNumber } from './record-number.ts';

interface NewLabelDialogProps {
  tube: Sample;
  specimen: Specimen;
  onClose(): void;
}

/** Prints the new label of a relabeled tube, also offline, and has it scanned back on the tube. */
export function NewLabelDialog({ tube, specimen, onClose }: NewLabelDialogProps) {
  const order = usePrintLabels();
  const [printing, setPrinting] = useState(false);
  const [printed, setPrinted] = useState(false);
  const verdict = useVerdict();
  useScan(
    ({ code }) => {
      const matches = sameBarcode(code, tube.barcode);
      verdict.show({
        verdict: matches ? 'ok' : 'error',
        title: matches
          ? 'The tube carries its label.'
          : `Label does not match ${specimen.julianId ?? tube.barcode}.`,
        code,
      });
    },
    { layer: 'dialog', enabled: !printing },
  );
  const matches = verdict.current?.verdict === 'ok';
  const print = async (): Promise<void> => {
    setPrinting(true);
    const lines = [
      specimen.customerSampleId.slice(0, 60),
      ...(specimen.receivedAt === null ? [] : [formatDate(specimen.receivedAt)]),
      ENTITY_PROFILE[specimen.entity].displayName,
    ];
    const done = await order({ kind: 'TUBE', labels: [{ barcode: tube.barcode, lines }] });
    setPrinted((before) => before || done);
    setPrinting(false);
  };
  return (
    <Dialog
      open={!printing}
      title={`New label for ${tube.barcode}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{matches ? 'Done' : 'Later'}</Button>
          <Button variant={printed ? 'secondary' : 'primary'} icon={Printer} onClick={() => void print()}>
            {printed ? 'Print again' : 'Print the label'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {printed
            ? 'Put the new label on the tube over the wrong one, and scan it there.'
            : 'Print the new label, put it on the tube over the wrong one, and scan it there.'}
        </p>
        <ScanStation label="Scan the label on the tube" verdict={verdict} />
      </div>
    </Dialog>
  );
}

/** Discrepancies about the identity of the material: only they need the patient's number. */
const IDENTITY: readonly DiscrepancyType[] = [
  'WRONG_LABEL',
  'UNLABELED',
  'DUPLICATE_LABEL',
  'WRONG_PLATE_POSITION',
];

interface DiscrepanciesPartProps {
  specimen: Specimen;
  discrepancies: readonly Discrepancy[];
  samples: readonly Sample[];
  clinical: boolean;
}

/** The tube that gets a new label: the one with the label problem, else the first of the specimen. */
const tubeOf = ({ type, sampleId }: Discrepancy, samples: readonly Sample[]): Sample | null =>
  type === 'WRONG_PLATE_POSITION'
    ? null
    : (samples.find(({ id }) => id === sampleId) ??
      samples.find(({ sampleKind }) => sampleKind === 'PRIMARY') ??
      null);

function DiscrepancyLine({
  discrepancy,
  onChoose,
}: {
  discrepancy: Discrepancy;
  onChoose(selection: SelectedResolution): void;
}) {
  const { role } = useReplica().actor;
  const open = discrepancy.resolution === 'OPEN';
  const resolutions = RESOLUTIONS_FOR[discrepancy.type].filter((one) =>
    hasCapability(role, MAY_RESOLVE[one]),
  );
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{DISCREPANCY_TYPE[discrepancy.type]}</span>
        <StatusBadge display={DISCREPANCY_RESOLUTION[discrepancy.resolution]} />
        <span className="text-ink-soft text-sm">{formatDate(discrepancy.createdAt, 'monthDayAtTime')}</span>
      </div>
      {discrepancy.description !== DISCREPANCY_TYPE[discrepancy.type] && <p>{discrepancy.description}</p>}
      <ReceiptPhotos
        groupId={discrepancy.accessionGroupId}
        ids={discrepancy.photoFileIds}
        of={`${DISCREPANCY_TYPE[discrepancy.type].toLowerCase()}`}
      />
      {discrepancy.resolutionNote && <p className="text-ink-soft">{discrepancy.resolutionNote}</p>}
      {open && resolutions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {resolutions.map((resolution) => (
            <Button key={resolution} onClick={() => onChoose({ discrepancy, resolution })}>
              {DISCREPANCY_RESOLUTION[resolution].label}
            </Button>
          ))}
        </div>
      )}
      {open && resolutions.length === 0 && (
        <p className="text-ink-soft">A lab manager, a director or customer service decides this.</p>
      )}
    </li>
  );
}

function RecordNumber({ specimen }: { specimen: Specimen }) {
  return <p className="mb-2">{`MRN on the requisition: ${useRecordNumber(specimen)}`}</p>;
}

/** Lists the discrepancies of a specimen and their possible decisions. */
export function DiscrepanciesPart({ specimen, discrepancies, samples, clinical }: DiscrepanciesPartProps) {
  const [relabeled, setRelabeled] = useState<Sample | null>(null);
  const onRelabeled = (relabeledDiscrepancy: Discrepancy): void =>
    setRelabeled(tubeOf(relabeledDiscrepancy, samples));
  const { choose, dialog, problem } = useResolve({ clinical, onRelabeled });
  if (discrepancies.length === 0) return null;
  const needsMrn =
    clinical && discrepancies.some((one) => one.resolution === 'OPEN' && IDENTITY.includes(one.type));
  return (
    <Section title={`Discrepancies: ${discrepancies.length}`}>
      {problem && <Notice tone="danger" title={problem} />}
      {needsMrn && <RecordNumber specimen={specimen} />}
      <ul className="flex flex-col divide-y divide-line">
        {discrepancies.map((one) => (
          <DiscrepancyLine key={one.id} discrepancy={one} onChoose={choose} />
        ))}
      </ul>
      {dialog}
      {relabeled && (
        <NewLabelDialog tube={relabeled} specimen={specimen} onClose={() => setRelabeled(null)} />
      )}
    </Section>
  );
}

/** The package in which a specimen came: its condition, notes and photos. */
export function ReceiptPart({ group }: { group: AccessionGroup }) {
  return (
    <Section title="Receipt">
      <div className="flex flex-col gap-3">
        <KeyValues
          items={[
            {
              name: 'Received',
              value: `${group.groupNumber} · ${formatDate(group.receivedAt, 'monthDayAtTime')}`,
            },
            { name: 'Package', value: PACKAGE_CONDITION[group.packageCondition] },
            { name: 'Note', value: group.notes },
          ]}
        />
        <ReceiptPhotos groupId={group.id} ids={group.photoFileIds} of="the package" />
      </div>
    </Section>
  );
}
