import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OwnAccount } from '#db/identity/own-account.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

/** The email address, its verification, and a new verification link. */
export function EmailPart({ account: { email, emailVerified } }: { account: OwnAccount }) {
  const [busy, setBusy] = useState(false);
  const resend = async (): Promise<void> => {
    setBusy(true);
    try {
      const path = '/api/auth/verify-email/resend';
      await callApi({ path, method: 'POST', data: { email }, answer: z.unknown() });
      toast.success(`An email with a link is on its way to ${email}.`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title="Email">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <span className="break-all font-medium">{email}</span>
          {emailVerified ? (
            <ToneBadge tone="success" label="Verified" />
          ) : (
            <ToneBadge tone="warning" label="Not verified" />
          )}
        </div>
        {emailVerified ? (
          <p className="text-ink-soft text-sm">{`Verified ${formatDate(emailVerified, 'monthDayAtTime')}.`}</p>
        ) : (
          <Notice
            tone="warning"
            title="Open the link in the email that we sent you."
            action={
              <Button icon={MailCheck} busy={busy} onClick={() => void resend()}>
                Send the email again
              </Button>
            }
          >
            <p>A link works for 24 hours.</p>
          </Notice>
        )}
      </div>
    </Section>
  );
}
