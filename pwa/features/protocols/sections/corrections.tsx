import { useEffect, useRef, useState } from 'react';
import type { Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { SectionRun } from '#db/protocols/sections/section-run.ts';
import { formatFieldValue } from '#db/protocols/values/canonical-value.ts';
import type { event } from '#db/records/events/event.ts';
import type { RecordValues } from '#pwa/features/protocols/values/use-record-values.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { SectionView } from './section-view.ts';

/**
 * A confirmation before a recorded value is replaced; only its own button replaces the value. Another user's
 * or a signed value requires a reason. The old value stays in the history.
 */
export function CorrectionDialog({ recording, label }: { recording: RecordValues; label: string }) {
  const { correction } = recording;
  const own = correction !== null && !correction.needsReason;
  const isScan = correction?.entry.inputMethod === 'SCAN';
  return (
    <ConfirmDialog
      open={correction !== null}
      title={own ? `Replace ${label}?` : `Correct ${label}?`}
      confirmLabel={own ? `Replace with ${correction.replacement}` : 'Correct the value'}
      backLabel={correction === null ? 'Cancel' : `Keep ${correction.before}`}
      danger={own}
      reasonRequired={!own}
      onConfirm={(reason) => void recording.correct(reason)}
      onClose={recording.leaveCorrection}
    >
      <p>
        {`${correction?.by ?? 'You'} recorded `}
        <strong>{correction?.before}</strong>
        {correction?.needsReason && correction.by === null && ', and it was signed'}
        {isScan ? '. You scanned ' : '. You entered '}
        <strong>{correction?.replacement}</strong>
        {own ? '. The old value stays in the history.' : '. Both stay in the history with your reason.'}
      </p>
      {own && isScan && <p>{`Scan ${correction.replacement} again to replace it.`}</p>}
    </ConfirmDialog>
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Format a correction with its tube: `Volume of W26325-0001-01: 48 → 50`; null for other events. */
export function correctionText(
  run: Pick<SectionRun, 'fields' | 'rows'>,
  { data }: Pick<Row<typeof event>, 'data'>,
): string | null {
  const field = run.fields.find((one) => one.name === data['field']);
  if (!field) return null;
  const [from, to] = ['from', 'to'].map((name) => {
    const text = textOf(data[name]);
    return text === null ? null : formatFieldValue(field, text);
  });
  const row = run.rows.find((one) => one.id === data['sampleId']);
  const subject = row ? `${field.label} of ${row.barcode}` : field.label;
  return `${subject}: ${to == null ? `${from} removed` : `${from} → ${to}`}`;
}

/** A deviation from the method; saved when the field loses focus. */
export function DeviationNote({ view }: { view: SectionView }) {
  const { assigned } = view.run;
  const run = useRunOperation();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const saved = assigned.deviationNote ?? '';
  // The saved text is shown from the record as soon as the record renders with it, and not before.
  const isSent = useRef(false);
  const renderedNote = useRef(saved);
  useEffect(() => {
    renderedNote.current = saved;
    if (isSent.current) setTyped(null);
    isSent.current = false;
  }, [saved]);
  const leave = async (): Promise<void> => {
    if (typed === null || isSent.current || typed.trim() === saved) return;
    try {
      const result = await run('note-deviation', { assignedSectionId: assigned.id, note: typed.trim() });
      setProblem(result.outcome === 'REJECTED' ? result.message : null);
      if (result.outcome === 'REJECTED') return;
      if (renderedNote.current === typed.trim()) setTyped(null);
      else isSent.current = true;
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    }
  };
  return (
    <Section title="Deviation">
      <Field
        label="Deviation from the method"
        error={problem}
        hint={view.lockedText === null ? 'Saved when you leave the field.' : null}
      >
        {(control) => (
          <TextArea
            {...control}
            disabled={view.lockedText !== null}
            value={typed ?? saved}
            onChange={(text) => {
              isSent.current = false;
              setTyped(text);
            }}
            onBlur={() => void leave()}
            maxLength={2000}
          />
        )}
      </Field>
    </Section>
  );
}
