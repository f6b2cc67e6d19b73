import { Send } from 'lucide-react';
import { useState } from 'react';
import { readEmail, retryEmail } from '#db/api/records/emails.ts';
import { EMAIL_STATUS } from '#db/records/emails/email.ts';
import { EMAIL_KIND } from '#db/records/emails/email-kind-facts.ts';
import type { ShownEmail } from '#db/records/emails/shown-email.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { Time } from '#pwa/ui/time.tsx';

// The sandbox blocks scripts, forms and remote content, whoever wrote the email; its links lead nowhere.
const GUARD = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><base target="_blank">`;

const guarded = (html: string): string => html.replace('<head>', `<head>${GUARD}`);

/** An email as mail programs show it: as HTML in a sandboxed frame, and as plain text. */
function MailPreview({ mail: { html, text, subject } }: { mail: ShownEmail }) {
  const [tab, setTab] = useState('html');
  const isFullDocument = html.includes('<head>');
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'html',
          label: 'HTML',
          content: isFullDocument ? (
            <iframe
              sandbox=""
              referrerPolicy="no-referrer"
              title={`${subject}, as HTML`}
              srcDoc={guarded(html)}
              className="h-[60dvh] w-full rounded-md border border-line bg-white"
            />
          ) : (
            <p className="text-ink-soft">This email has no HTML.</p>
          ),
        },
        {
          id: 'text',
          label: 'Plain text',
          content: (
            <pre className="max-h-[60dvh] overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 text-sm wrap-anywhere">
              {text}
            </pre>
          ),
        },
      ]}
    />
  );
}

const HIDDEN =
  'The email held a link that opens an account or decides something. Such emails are neither shown nor kept after they are sent.';

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
      { name: 'Written', value: <Time value={mail.createdAt} /> },
      { name: 'Sent', value: <Time value={mail.sentAt} none="—" /> },
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
  const emailQuery = useCall(readEmail, { params: { id } });
  const retry = useCallMutation(retryEmail);
  // A refused retry has another state as well, so both cases read the email and the list again.
  const resend = () =>
    retry.mutate(
      { params: { id } },
      {
        onSuccess: () => toast.success('The email is queued.'),
        onError: (error) => toast.error(errorText(error)),
        onSettled: () => {
          setAsking(false);
          void emailQuery.refetch();
          onChanged();
        },
      },
    );
  const mail = emailQuery.data;
  if (asking && mail)
    return (
      <ConfirmDialog
        open
        title="Send this email again?"
        confirmLabel="Send again"
        busy={retry.isPending}
        onConfirm={resend}
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
          title={errorText(emailQuery.error)}
          action={<Button onClick={() => void emailQuery.refetch()}>Try again</Button>}
        />
      ) : mail ? (
        <div className="flex flex-col gap-4">
          <MailProblem mail={mail} />
          <MailFacts mail={mail} />
          {mail.hidden ? <Notice tone="info" title={HIDDEN} /> : <MailPreview mail={mail} />}
        </div>
      ) : (
        <Skeleton lines={8} label="Loading the email" />
      )}
    </Dialog>
  );
}
