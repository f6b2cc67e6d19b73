import { Pencil, Pin, PinOff, Trash2, Type } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NOTE_VISIBILITY, type NoteVisibility } from '#db/records/notes/note.ts';
import {
  isFormatted,
  MAX_NOTE_LENGTH,
  type NamedPerson,
  type NoteBody,
  noteBody,
  noteText,
} from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { changeNote, deleteNote } from '#pwa/api/notes.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Badge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { NoteText } from './note-text.tsx';
import type { RichEditor } from './rich-editor.tsx';

/** Loads the rich editor on request; without it notes are plain text. */
function useRichEditor(initialBody: NoteBody, onProblem: (problem: string | null) => void) {
  const [Editor, setEditor] = useState<typeof RichEditor | null>(null);
  const [opening, setOpening] = useState(false);
  const [initial, setInitial] = useState(initialBody);
  const [body, setBody] = useState<NoteBody | null>(initialBody);
  const open = (startBody: NoteBody): void => {
    setOpening(true);
    setInitial(startBody);
    setBody(startBody);
    import('./rich-editor.tsx')
      .then((loaded) => setEditor(() => loaded.RichEditor))
      .catch(() => onProblem('The editor could not be loaded. Write plain text, or try again.'))
      .finally(() => setOpening(false));
  };
  const [formatted] = useState(() => isFormatted(initialBody));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note with looks opens once, as it was
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- opening also loads the editor
    if (formatted) open(initialBody);
  }, []);
  return { Editor, opening, initial, body, open, change: setBody, close: () => setEditor(null) };
}

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
      setError(errorText(problem));
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

interface NoteEntryProps {
  note: ShownNote;
  /** Staff see a note's readers and can pin it; customers see only notes that both sides can read. */
  staff: boolean;
  people: readonly NamedPerson[];
  /** True when written on this device and not sent yet. */
  unsent?: boolean;
  /** Run an operation on the note, show a failure, and reload the notes. */
  runOperation(work: () => Promise<unknown>): Promise<boolean>;
}

/** One note with its actions; its text is rendered as text, whatever it contains. */
export function NoteEntry({ note, staff, people, unsent = false, runOperation }: NoteEntryProps) {
  const [mode, setMode] = useState<'shown' | 'edited' | 'removed'>('shown');
  const { id, version: seenVersion, pinned, visibility } = note;
  const time = formatDate(note.createdAt, 'monthDayAtTime');
  const noteLabel = `the note of ${note.authorName}, ${time}`;
  if (mode === 'edited')
    return (
      <li className="py-3">
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
    <li className="py-3">
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
