import { Type } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  MAX_NOTE_LENGTH,
  type NamedPerson,
  type NoteBody,
  noteBody,
  noteText,
} from '#db/records/note-body.ts';
import type { NoteVisibility } from '#db/records/note-visibility.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useRichEditor } from './use-rich-editor.ts';

const READERS = [
  { value: 'INTERNAL', label: 'Internal' },
  { value: 'CUSTOMER', label: 'Customer sees it' },
] as const;

interface NoteFormProps {
  label: string;
  saveLabel: string;
  initialBody?: NoteBody;
  initialVisibility: NoteVisibility;
  /** True when the author may choose the readers; false for customers. */
  canChooseReaders: boolean;
  /** Colleagues whom the author may mention. */
  people: readonly NamedPerson[];
  /** True for plain text only: the rich editor is loaded from the server. */
  isPlainText?: boolean;
  /** A hint about where the note is stored. */
  hint?: string;
  onSave(note: { body: NoteBody; visibility: NoteVisibility }): Promise<unknown>;
  onCancel?: () => void;
}

const EMPTY = noteBody('');

/** Writes a note: plain text, or with formatting and lists on request. */
export function NoteForm(props: NoteFormProps) {
  const {
    label,
    saveLabel,
    initialBody = EMPTY,
    canChooseReaders,
    people,
    isPlainText = false,
    hint,
  } = props;
  const { onSave, onCancel } = props;
  const [text, setText] = useState(() => noteText(initialBody));
  const [visibility, setVisibility] = useState(props.initialVisibility);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const rich = useRichEditor(initialBody, setError);
  const { Editor } = rich;
  useDirty(Editor !== null || text !== noteText(initialBody));
  const save = async (): Promise<void> => {
    const body = Editor ? rich.body : noteBody(text, people);
    if (!body) return setError('Lists stand in lists once, no deeper. Take a level out.');
    if (noteText(body) === '') return setError('Write something first.');
    setBusy(true);
    setError(null);
    try {
      await onSave({ body, visibility });
      setText('');
      // The next note starts with the default readers, so that each wider choice is deliberate.
      setVisibility(props.initialVisibility);
      rich.close();
    } catch (problem) {
      setError(problem instanceof AppError ? problem.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  const name = (id: string): void => {
    const person = people.find((one) => one.id === id);
    if (person)
      setText((before) => `${before}${before === '' || /\s$/.test(before) ? '' : ' '}@${person.name} `);
  };
  return (
    <div className="flex flex-col gap-3">
      {Editor ? (
        <>
          <Editor label={label} initial={rich.initial} people={people} onChange={rich.change} />
          {error && <Notice tone="danger" title={error} />}
        </>
      ) : (
        <>
          <Field label={label} required error={error} hint={hint ?? null}>
            {(control) => (
              <TextArea {...control} value={text} onChange={setText} rows={3} maxLength={MAX_NOTE_LENGTH} />
            )}
          </Field>
          {!isPlainText && (
            <Button
              variant="quiet"
              icon={Type}
              busy={rich.opening}
              className="self-start"
              onClick={() => rich.open(noteBody(text, people))}
            >
              Format text
            </Button>
          )}
        </>
      )}
      {!Editor && people.length > 0 && (
        <Field label="Name a colleague" filter hint="They get an email that leads to the note.">
          {(control) => (
            <Combobox
              {...control}
              value=""
              onChange={name}
              options={people.map((person) => ({ value: person.id, label: person.name }))}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        {canChooseReaders && (
          <Segmented<NoteVisibility>
            label="Who reads it"
            value={visibility}
            onChange={setVisibility}
            options={READERS}
          />
        )}
        <div className="ml-auto flex gap-2">
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {saveLabel}
          </Button>
        </div>
      </div>
    </div>
  );
}
