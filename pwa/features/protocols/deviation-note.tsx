import { useEffect, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { SectionView } from './section-view.ts';

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
