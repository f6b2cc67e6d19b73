import { Pencil, Pin, PinOff, Trash2, Type } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { NOTE_VISIBILITY, NoteVisibility } from '#db/records/notes/note.ts';
import {
  isFormatted,
  MAX_NOTE_LENGTH,
  type NamedPerson,
  type NoteBody,
  noteBody,
  noteText,
} from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { describeField } from '#db/values/field-types.ts';
import { changeNote, deleteNote } from '#pwa/api/notes.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Badge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { NoteText } from './note-text.tsx';
import type { RichEditor } from './rich-editor.tsx';

const NoteDraft = z.object({
  text: describeField(z.string().max(MAX_NOTE_LENGTH), { label: 'Note', input: 'area' }),
  visibility: NoteVisibility,
});
const EMPTY_MESSAGE = 'Write something first.';
/** The form while the note is written as plain text. */
const PlainNote = NoteDraft.extend({
  text: describeField(
    NoteDraft.shape.text.refine((text) => text.trim() !== '', EMPTY_MESSAGE),
    { label: 'Note', input: 'area' },
  ),
});
type NoteInput = z.input<typeof NoteDraft>;
const NoteField = fieldOf<typeof NoteDraft>();

/** Loads the rich editor on request; without it notes are plain text. */
function useRichEditor(initialBody: NoteBody) {
  const [Editor, setEditor] = useState<typeof RichEditor | null>(null);
  const [opening, setOpening] = useState(false);
  const [initial, setInitial] = useState(initialBody);
  const [body, setBody] = useState<NoteBody | null>(initialBody);
  const [problem, setProblem] = useState<string | null>(null);
  const open = (startBody: NoteBody): void => {
    setOpening(true);
    setProblem(null);
    setInitial(startBody);
    setBody(startBody);
    import('./rich-editor.tsx')
      .then((loaded) => setEditor(() => loaded.RichEditor))
      .catch(() => setProblem('The editor could not be loaded. Write plain text, or try again.'))
      .finally(() => setOpening(false));
  };
  const [formatted] = useState(() => isFormatted(initialBody));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note with looks opens once, as it was
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opening also loads the editor
    if (formatted) open(initialBody);
  }, []);
  return { Editor, opening, initial, body, problem, open, change: setBody, close: () => setEditor(null) };
}

const READERS = [
  { value: 'INTERNAL', label: 'Internal' },
  { value: 'CUSTOMER', label: 'Visible to customer' },
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

interface NoteFieldsProps
  extends Pick<NoteFormProps, 'label' | 'people' | 'isPlainText' | 'hint' | 'canChooseReaders'> {
  rich: ReturnType<typeof useRichEditor>;
  /** Buttons beside the choice of readers. */
  children: ReactNode;
}

function NoteFields({ label, people, isPlainText, hint, canChooseReaders, rich, children }: NoteFieldsProps) {
  const { getValues, setValue } = useFormContext<NoteInput>();
  const { field: readers } = useController<NoteInput, 'visibility'>({ name: 'visibility' });
  const { Editor, problem } = rich;
  const mention = (id: string): void => {
    const person = people.find((one) => one.id === id);
    const before = getValues('text');
    if (person)
      setValue('text', `${before}${before === '' || /\s$/.test(before) ? '' : ' '}@${person.name} `, {
        shouldDirty: true,
      });
  };
  return (
    <>
      {Editor ? (
        <Editor label={label} initial={rich.initial} people={people} onChange={rich.change} />
      ) : (
        <>
          <NoteField name="text" label={label} hint={hint ?? null} />
          {problem && <Notice tone="danger" title={problem} />}
          {!isPlainText && (
            <Button
              variant="quiet"
              icon={Type}
              busy={rich.opening}
              className="self-start"
              onClick={() => rich.open(noteBody(getValues('text'), people))}
            >
              Format text
            </Button>
          )}
        </>
      )}
      {!Editor && people.length > 0 && (
        <Field label="Mention someone" filter>
          {(control) => (
            <Combobox
              {...control}
              value=""
              onChange={mention}
              options={people.map((person) => ({ value: person.id, label: person.name }))}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        {canChooseReaders && (
          <Segmented<NoteVisibility>
            label="Who reads it"
            value={readers.value}
            onChange={readers.onChange}
            options={READERS}
          />
        )}
        <div className="ml-auto flex gap-2">{children}</div>
      </div>
    </>
  );
}

/** Writes a note: plain text, or with formatting and lists on request. */
export function NoteForm(props: NoteFormProps) {
  const { saveLabel, initialBody = EMPTY, initialVisibility, people, onSave, onCancel } = props;
  const rich = useRichEditor(initialBody);
  const { Editor } = rich;
  useDirty(Editor !== null);
  const save = async ({ text, visibility }: z.infer<typeof NoteDraft>): Promise<void> => {
    const body = Editor ? rich.body : noteBody(text, people);
    if (!body) throw new AppError('VALIDATION', 'Lists can be nested once. Remove a level.');
    if (noteText(body) === '') throw new AppError('VALIDATION', EMPTY_MESSAGE);
    await onSave({ body, visibility });
    rich.close();
  };
  return (
    <Form
      schema={Editor ? NoteDraft : PlainNote}
      defaults={{ text: noteText(initialBody), visibility: initialVisibility }}
      onSubmit={save}
      // The readers are the default ones again, so that each wider choice is deliberate.
      resetAfterSubmit
      className="flex flex-col gap-3"
    >
      <NoteFields {...props} rich={rich}>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <SubmitButton>{saveLabel}</SubmitButton>
      </NoteFields>
    </Form>
  );
}

interface NoteEntryProps {
  note: ShownNote;
  /** Staff see a note's readers and can pin it; customers see only notes that both sides can read. */
  staff: boolean;
  people: readonly NamedPerson[];
  /** True when written on this device and not sent yet. */
  unsent?: boolean;
  /** True among events and files, from which a note stands out. */
  inFeed?: boolean;
  /** Run an operation on the note, show a failure, and reload the notes. */
  runOperation(work: () => Promise<unknown>): Promise<boolean>;
}

/** One note with its actions; its text is rendered as text, whatever it contains. */
export function NoteEntry({
  note,
  staff,
  people,
  unsent = false,
  inFeed = false,
  runOperation,
}: NoteEntryProps) {
  const className = inFeed ? 'mb-4 ml-11 rounded-md bg-sunken px-3 py-2' : 'py-3';
  const [mode, setMode] = useState<'shown' | 'edited' | 'removed'>('shown');
  const { id, version: seenVersion, pinned, visibility } = note;
  const time = formatDate(note.createdAt, 'monthDayAtTime');
  const noteLabel = `the note of ${note.authorName}, ${time}`;
  if (mode === 'edited')
    return (
      <li className={className}>
        <NoteForm
          label="Change note"
          saveLabel="Save note"
          initialBody={note.body}
          initialVisibility={visibility}
          canChooseReaders={staff && visibility === 'INTERNAL'}
          people={people}
          onCancel={() => setMode('shown')}
          onSave={async ({ body, visibility: readers }) => {
            await changeNote(id, { seenVersion, body, visibility: readers });
            setMode('shown');
            await runOperation(async () => undefined);
          }}
        />
      </li>
    );
  return (
    <li className={className}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{note.authorName}</span>
        <span className="text-ink-soft text-sm">
          {time}
          {note.editedAt && ', edited'}
        </span>
        {staff && (
          <Badge tone={visibility === 'CUSTOMER' ? 'info' : 'neutral'}>{NOTE_VISIBILITY[visibility]}</Badge>
        )}
        {pinned && <Badge tone="neutral">Pinned</Badge>}
        {unsent && <ToneBadge tone="warning" label="Saved on this device" />}
        <span className="ml-auto flex">
          {note.editable && staff && (
            <IconButton
              icon={pinned ? PinOff : Pin}
              label={`${pinned ? 'Unpin' : 'Pin'} ${noteLabel}`}
              onClick={() => void runOperation(() => changeNote(id, { seenVersion, pinned: !pinned }))}
            />
          )}
          {note.editable && (
            <IconButton icon={Pencil} label={`Change ${noteLabel}`} onClick={() => setMode('edited')} />
          )}
          {note.removable && (
            <IconButton icon={Trash2} label={`Remove ${noteLabel}`} onClick={() => setMode('removed')} />
          )}
        </span>
      </div>
      <div className="mt-1">
        <NoteText body={note.body} />
      </div>
      {mode === 'removed' && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <span className="mr-auto">Remove this note?</span>
          <Button onClick={() => setMode('shown')}>Keep</Button>
          <Button
            variant="danger"
            onClick={() => void runOperation(() => deleteNote(id)).then(() => setMode('shown'))}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}
