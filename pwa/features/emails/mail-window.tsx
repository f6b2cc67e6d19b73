import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { EMAIL_KIND } from '#db/records/email-kind-facts.ts';
import { EMAIL_STATUS } from '#db/records/email-status.ts';
import type { ShownEmail } from '#db/records/shown-email.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { MailPreview } from './mail-preview.tsx';
import { readEmail, resendEmail } from './outbox-api.ts';

const textOf = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

const HIDDEN =
  'It held a link that opens an account or decides something. Such emails are not shown, and not kept once they were sent.';

function MailProblem({ mail }: { mail: ShownEmail }) {
  const { status, lastError, attempts, nextAttemptAt } = mail;
  if (!lastError || status === 'SENT') return null;
  const tried = attempts === 1 ? 'once' : `${attempts} times`;
  return status === 'FAILED' ? (
    <Notice tone="danger" title={lastError}>
      Tried {tried}, then given up.
    </Notice>
  ) : (
    <Notice tone="warning" title={lastError}>
      Tried {tried}; the next attempt is {formatDate(nextAttemptAt, 'monthDayAtTime')}.
    </Notice>
  );
}

const MailFacts = ({ mail }: { mail: ShownEmail }) => (
  <KeyValues
    items={[
      { name: 'To', value: <span className="wrap-anywhere">{mail.to}</span> },
      { name: 'Kind', value: EMAIL_KIND[mail.kind].label },
      { name: 'State', value: <StatusBadge display={EMAIL_STATUS[mail.status]} /> },
      { name: 'Written', value: formatDate(mail.createdAt, 'monthDayAtTime') },
      { name: 'Sent', value: mail.sentAt ? formatDate(mail.sentAt, 'monthDayAtTime') : 'Not yet' },
    ]}
  />
);

interface MailWindowProps {
  id: string;
  onClose(): void;
  /** Called when its state changed, so that the list reloads. */
  onChanged(): void;
}

/** One email of the outbox: its status, its content, and a retry when it failed. */
export function MailWindow({ id, onClose, onChanged }: MailWindowProps) {
  const [asking, setAsking] = useState(false);
  const emailQuery = useQuery({
    queryKey: ['/api/emails', id],
    queryFn: ({ signal }) => readEmail(id, signal),
    networkMode: 'always',
  });
  const resend = useMutation({
    networkMode: 'always',
    mutationFn: () => resendEmail(id),
    onSuccess: () => toast.success('The email waits to be sent.'),
    onError: (error) => toast.error(textOf(error)),
    onSettled: () => {
      setAsking(false);
      void emailQuery.refetch();
      onChanged();
    },
  });
  const mail = emailQuery.data;
  if (asking && mail)
    return (
      <ConfirmDialog
        open
        title="Send this email again?"
        confirmLabel="Send again"
        busy={resend.isPending}
        onConfirm={() => resend.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{`${mail.to} gets “${mail.subject}” as it was written ${formatDate(mail.createdAt, 'monthDayAtTime')}.`}</p>
      </ConfirmDialog>
    );
  return (
    <Dialog
      open
      size="wide"
      title={mail?.subject ?? 'Email'}
      onClose={onClose}
      actions={
        <>
          {mail?.sendable && (
            <Button icon={Send} variant="primary" onClick={() => setAsking(true)}>
              Send again…
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {emailQuery.isError ? (
        <Notice
          tone="danger"
          title={textOf(emailQuery.error)}
          action={<Button onClick={() => void emailQuery.refetch()}>Try again</Button>}
        />
      ) : mail ? (
        <div className="flex flex-col gap-4">
          <MailProblem mail={mail} />
          <MailFacts mail={mail} />
          {mail.hidden ? <Notice tone="info" title={HIDDEN} /> : <MailPreview mail={mail} />}
        </div>
      ) : (
        <Skeleton lines={8} label="Reading the email" />
      )}
    </Dialog>
  );
}
