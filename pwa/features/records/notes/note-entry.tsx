import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { NamedPerson } from '#db/records/note-body.ts';
import { NOTE_VISIBILITY } from '#db/records/note-visibility.ts';
import type { ShownNote } from '#db/records/shown-note.ts';
import { changeNote, deleteNote } from '#pwa/api/notes.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteText } from './note-text.tsx';

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
