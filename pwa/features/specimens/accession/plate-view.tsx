import { Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ReceiptDiscrepancy } from '#db/specimens/accession/accession-args.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { isBarcode } from '#db/values/barcode-value.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { PlateGrid, type WellContent } from '#pwa/ui/plate/plate-grid.tsx';
import { WellNeighbors } from './neighbors-part.tsx';
import { PhotosField } from './photos-field.tsx';
import { aboutPlate } from './session-args.ts';
import { type SessionMaterial, wellsToAccept } from './session-counts.ts';
import type { PlateDraft, WellDraft } from './session-draft.ts';
import { changePlate, withException } from './session-edit.ts';
import { takeLabel } from './take-numbers.ts';
import type { ReceivingSession } from './use-receiving-session.ts';

/** Build the content of each well for the picture of a customer's plate. */
function plateWells(plate: PlateDraft, specimens: readonly Specimen[]): Map<string, WellContent> {
  const numbers = new Map((plate.accepted ?? []).map(({ well, julianId }) => [well, julianId]));
  const wells = new Map<string, WellContent>();
  for (const { well, specimen } of wellsToAccept(plate, specimens)) {
    const exception = plate.exceptions[well];
    const name = specimen?.customerSampleId ?? 'Unexpected';
    const number = numbers.get(well);
    const label = [name, number, exception && DISCREPANCY_TYPE[exception]].filter(Boolean).join(', ');
    if (exception)
      wells.set(well, {
        label,
        tone: exception === 'UNEXPECTED' ? 'hold' : 'danger',
        mark: exception === 'EMPTY' ? '○' : exception === 'UNEXPECTED' ? '?' : '!',
      });
    else wells.set(well, { label, tone: number ? 'success' : 'progress', mark: number ? '✓' : '' });
  }
  return wells;
}

const OTHER_TYPES = ReceiptDiscrepancy.options
  .filter((type) => type !== 'UNEXPECTED' && type !== 'EMPTY')
  .map((value) => ({ value, label: DISCREPANCY_TYPE[value] }));

interface WellExceptionProps {
  wells: readonly string[];
  /** True when every selected well is on the manifest. */
  expected: boolean;
  type: ReceiptDiscrepancy | null;
  onChange(type: ReceiptDiscrepancy | null): void;
}

/** Records the problem of the selected wells: empty, not on the manifest, or anything else. */
function WellException({ wells, expected, type, onChange }: WellExceptionProps) {
  const names = wells.length > 4 ? `${wells.slice(0, 4).join(', ')} …` : wells.join(', ');
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 font-semibold">
        {wells.length === 0 ? 'Choose wells' : `${wells.length === 1 ? 'Well' : 'Wells'} ${names}`}
      </legend>
      {wells.length === 0 ? (
        <p className="text-ink-soft">Tap a well that is not as the manifest says.</p>
      ) : (
        <>
          <div className="flex flex-wrap gap-2">
            <Button
              aria-pressed={type === 'EMPTY'}
              variant={type === 'EMPTY' ? 'primary' : 'secondary'}
              disabled={!expected}
              onClick={() => onChange('EMPTY')}
            >
              Empty
            </Button>
            <Button
              aria-pressed={type === 'UNEXPECTED'}
              variant={type === 'UNEXPECTED' ? 'primary' : 'secondary'}
              disabled={expected}
              onClick={() => onChange('UNEXPECTED')}
            >
              Unexpected
            </Button>
            <Button disabled={type === null} onClick={() => onChange(null)}>
              As expected
            </Button>
          </div>
          {expected && (
            <Field label="Something else">
              {(control) => (
                <Select
                  {...control}
                  placeholder="Nothing else wrong"
                  options={OTHER_TYPES}
                  value={OTHER_TYPES.find(({ value }) => value === type)?.value ?? ''}
                  onChange={(selected) => onChange(selected === '' ? null : selected)}
                />
              )}
            </Field>
          )}
        </>
      )}
    </fieldset>
  );
}

interface PlateViewProps {
  sessionId: string;
  plate: PlateDraft;
  orderNumber: string;
  session: ReceivingSession;
  material: SessionMaterial;
}

/** Number the wells of a plate in column-major order. */
function useAcceptPlate({ plate, session, material }: PlateViewProps) {
  const replica = useReplica();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const accepted: WellDraft[] = [];
      for (const { well, specimen } of wellsToAccept(plate, material.specimens))
        accepted.push({
          ...(await takeLabel(replica, specimen ?? null)),
          well,
          specimenId: specimen?.id ?? null,
        });
      await session.change((draft) => changePlate(draft, plate, { accepted }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The wells were not numbered. Try again.');
    } finally {
      setBusy(false);
    }
  };
  return { accept, busy, problem };
}

function PlateLabel({ plate, orderNumber }: Pick<PlateViewProps, 'plate' | 'orderNumber'>) {
  const print = usePrintLabels();
  const { barcode } = plate;
  if (barcode === null || !isBarcode(barcode.toUpperCase())) return null;
  return (
    <Button
      icon={Printer}
      onClick={() => void print({ kind: 'PLATE_EDGE', labels: [{ barcode, lines: [orderNumber] }] })}
    >
      Print plate label
    </Button>
  );
}

/** One customer plate: corner check, wells with exceptions, and acceptance. */
export function PlateView(props: PlateViewProps) {
  const { sessionId, plate, orderNumber, session, material } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { accept, busy, problem } = useAcceptPlate(props);
  const wells = useMemo(() => plateWells(plate, material.specimens), [plate, material]);
  const toAccept = wellsToAccept(plate, material.specimens);
  const expected = new Set(toAccept.filter(({ specimen }) => specimen).map(({ well }) => well));
  const selectedWells = [...selected];
  const [first] = selectedWells;
  const change = (changes: Partial<PlateDraft>): void =>
    void session.change((draft) => changePlate(draft, plate, changes));
  const mark = (type: ReceiptDiscrepancy | null): void =>
    change({ exceptions: withException(plate, selectedWells, type) });
  const accepted = plate.accepted !== null;
  return (
    <Section
      title={`Plate ${plate.plateNumber} · ${orderNumber}`}
      actions={<PlateLabel plate={plate} orderNumber={orderNumber} />}
    >
      <div className="grid gap-4 xl:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <p className="mb-2">
            <span className="code">{plate.barcode ?? 'No plate barcode'}</span>
          </p>
          <PlateGrid
            label={`Wells of plate ${plate.plateNumber}`}
            wells={wells}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <Checkbox
            label="A1 corner seen"
            value={plate.a1CornerSeen}
            disabled={accepted}
            onChange={(a1CornerSeen) => change({ a1CornerSeen })}
          />
          <Checkbox
            label="The plate arrived rotated"
            value={plate.rotated}
            disabled={accepted}
            onChange={(rotated) => change({ rotated })}
          />
          {!accepted && (
            <>
              <WellException
                wells={selectedWells}
                expected={selectedWells.every((well) => expected.has(well))}
                type={first === undefined ? null : (plate.exceptions[first] ?? null)}
                onChange={mark}
              />
              <WellNeighbors plate={plate} filled={expected} onChange={change} />
              {(plate.rotated || Object.keys(plate.exceptions).length > 0) && (
                <Field label="Note on this plate" hint="Name the problem and the wells.">
                  {(control) => (
                    <TextArea
                      {...control}
                      value={plate.note ?? ''}
                      maxLength={2000}
                      rows={2}
                      onChange={(note) => change({ note })}
                    />
                  )}
                </Field>
              )}
              {(plate.rotated || Object.keys(plate.exceptions).length > 0) && (
                <PhotosField
                  sessionId={sessionId}
                  about={aboutPlate(plate)}
                  of={`plate ${plate.plateNumber}`}
                />
              )}
              {!plate.a1CornerSeen && <p>Look for the A1 corner and tick it first.</p>}
              <Button
                variant="primary"
                size="large"
                command={['ACCEPT', 'OK']}
                busy={busy}
                disabled={!plate.a1CornerSeen}
                onClick={() => void accept()}
              >
                {`Accept ${toAccept.length} wells`}
              </Button>
            </>
          )}
          {accepted && (
            <Notice
              tone="success"
              title={`${plate.accepted?.length ?? 0} wells accepted`}
              action={<Button onClick={() => change({ accepted: null })}>Change</Button>}
            >
              <p>{`Numbered ${plate.accepted?.[0]?.julianId ?? ''} to ${plate.accepted?.at(-1)?.julianId ?? ''}.`}</p>
            </Notice>
          )}
          {problem && <Notice tone="danger" title={problem} />}
        </div>
      </div>
    </Section>
  );
}
