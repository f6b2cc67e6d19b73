import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { listFiles } from '#db/api/records/files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { DOCUMENT_RULES } from '#db/records/files/document-rules.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { sendNote } from '#pwa/api/notes.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { FilesPanel } from '#pwa/features/records/files/files-panel.tsx';
import { NotesPanel, useRecordNotes } from '#pwa/features/records/notes/notes-panel.tsx';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Activity, Feed } from '#pwa/ui/history/activity.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { fileItems, noteItems, relatedEventItems } from './feed-items.tsx';
import { NoteComposer } from './note-composer.tsx';

/** The kinds of files of the records that have this feed. */
const FILE_TYPES = { Order: 'ORDER_DOCUMENT', Specimen: 'SPECIMEN_DOCUMENT' } as const;

interface RecordActivityProps {
  targetType: keyof typeof FILE_TYPES;
  targetId: string;
  /** The number of the record, for the name of the feed. */
  number: string;
  events: readonly TimelineEntry[];
}

/**
 * The activity of an order or a specimen from the server: events, notes and files; those of an order include the
 * files of its specimens. Needs `OnlineQueries` around it.
 */
export function RecordActivity({ targetType, targetId, number, events }: RecordActivityProps) {
  const role = useSession().session?.user.role;
  const staff = role !== undefined && seesAllCompanies(role);
  const target = { targetType, targetId, fileType: FILE_TYPES[targetType] };
  const grants = DOCUMENT_RULES[target.fileType][staff ? 'staff' : 'customers'];
  const uploads = role !== undefined && grants.some((grant) => may(role, grant));
  const { notes, people, problem, reload, runOperation } = useRecordNotes(targetType, targetId, staff);
  const files = useCall(
    listFiles,
    { query: { targetType, targetId, ...(targetType === 'Order' ? { specimens: 'true' } : {}) } },
    { message: MESSAGES.resourceNotAccessible, select: ({ rows }) => rows },
  );
  const failure = problem ?? (notes.isError ? errorText(notes.error) : null);
  const shownFiles = files.data ?? [];
  return (
    <Activity
      composer={
        <>
          <NoteComposer
            initialVisibility={staff ? 'INTERNAL' : 'CUSTOMER'}
            canChooseReaders={staff}
            people={people}
            {...(staff ? {} : { hint: 'The lab and your organization read this note.' })}
            onSave={async (note) => {
              await sendNote({ targetType, targetId, ...note });
              await reload();
            }}
          />
          {failure && (
            <Notice
              tone="danger"
              title={failure}
              action={<Button onClick={() => void reload()}>Load again</Button>}
            />
          )}
        </>
      }
      views={[
        {
          id: 'notes',
          label: 'Notes',
          content: <NotesPanel bare targetType={targetType} targetId={targetId} staff={staff} />,
        },
        {
          id: 'files',
          label: 'Files',
          content: <FilesPanel bare target={target} staff={staff} uploads={uploads} />,
        },
      ]}
    >
      <Feed
        label={`History of ${number}`}
        items={[
          ...relatedEventItems(events, shownFiles),
          ...noteItems(notes.data ?? [], { staff, people, runOperation }),
          ...fileItems(shownFiles),
        ]}
      />
    </Activity>
  );
}
