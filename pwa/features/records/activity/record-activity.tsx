import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { listFiles } from '#db/api/records/files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
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

interface OrderActivityProps {
  orderId: string;
  orderNumber: string;
  events: readonly TimelineEntry[];
}

/**
 * The activity of an order: its events, notes and files, and those of its specimens' files. Needs
 * `OnlineQueries` around it.
 */
export function OrderActivity({ orderId, orderNumber, events }: OrderActivityProps) {
  const role = useSession().session?.user.role;
  const staff = role !== undefined && seesAllCompanies(role);
  const uploads = role !== undefined && may(role, staff ? 'lab/orders/files:create' : 'create-order:create');
  const target = { targetType: 'Order', targetId: orderId, fileType: 'ORDER_DOCUMENT' } as const;
  const { notes, people, problem, reload, runOperation } = useRecordNotes('Order', orderId, staff);
  const files = useCall(
    listFiles,
    { query: { targetType: 'Order', targetId: orderId, specimens: 'true' } },
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
              await sendNote({ targetType: 'Order', targetId: orderId, ...note });
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
          content: <NotesPanel bare targetType="Order" targetId={orderId} staff={staff} />,
        },
        {
          id: 'files',
          label: 'Files',
          content: <FilesPanel bare target={target} staff={staff} uploads={uploads} />,
        },
      ]}
    >
      <Feed
        label={`History of ${orderNumber}`}
        items={[
          ...relatedEventItems(events, shownFiles),
          ...noteItems(notes.data ?? [], { staff, people, runOperation }),
          ...fileItems(shownFiles),
        ]}
      />
    </Activity>
  );
}
