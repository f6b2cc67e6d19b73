import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ListedSupportRequest } from '#db/support/shown-support-request.ts';
import { SUPPORT_SUBJECT } from '#db/support/support-subject.ts';
import { downloadFile, filesOf } from '#pwa/api/files.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatFileSize } from '#pwa/format/sizes.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText } from './use-support.ts';

function Files({ requestId }: { requestId: string }) {
  const { data, error } = useQuery({
    queryKey: ['files', 'SupportRequest', requestId],
    queryFn: () => filesOf('SupportRequest', requestId),
    networkMode: 'always',
  });
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-2">
      {(data ?? []).map((file) => (
        <li key={file.id}>
          <Button icon={Download} onClick={() => void downloadFile(file)}>
            {`${file.title}, ${formatFileSize(file.size)}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface RequestDialogProps {
  request: ListedSupportRequest | null;
  /** True when this user may close and reopen requests. */
  answers: boolean;
  onMove(to: 'CLOSED' | 'OPEN'): void;
  onClose(): void;
}

/** One support request: its text, attachments and outcome. */
export function RequestDialog({ request, answers, onMove, onClose }: RequestDialogProps) {
  const open = request?.status === 'OPEN';
  return (
    <Dialog
      open={request !== null}
      title={request ? `${request.reference}: ${SUPPORT_SUBJECT[request.subject]}` : 'Support request'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          {answers && (
            <Button variant={open ? 'primary' : 'secondary'} onClick={() => onMove(open ? 'CLOSED' : 'OPEN')}>
              {open ? 'Close request' : 'Open again'}
            </Button>
          )}
        </>
      }
    >
      {request && (
        <div className="flex flex-col gap-4">
          <p className="wrap-anywhere whitespace-pre-line">{request.message}</p>
          {request.files > 0 && <Files requestId={request.id} />}
          <KeyValues
            items={[
              { name: 'Asked by', value: request.askedBy },
              {
                name: 'Email',
                wide: true,
                value: (
                  <a href={`mailto:${request.askedByEmail}`} className="wrap-anywhere underline">
                    {request.askedByEmail}
                  </a>
                ),
              },
              { name: 'Organization', value: request.companyName },
              { name: 'Number', value: request.about && <span className="code">{request.about}</span> },
              { name: 'Asked', value: formatDate(request.createdAt, 'shortAtTime') },
              ...(request.closedAt
                ? [
                    { name: 'Closed', value: formatDate(request.closedAt, 'shortAtTime') },
                    { name: 'Closed by', value: request.closedBy },
                    { name: 'What came of it', value: request.outcome },
                  ]
                : []),
            ]}
          />
        </div>
      )}
    </Dialog>
  );
}
