import { MailCheck, PartyPopper } from 'lucide-react';
import { useState } from 'react';
import { resendVerification } from '#db/api/identity/accounts.ts';
import { AppError } from '#db/errors/app-error.ts';
import { call } from '#pwa/api/call.ts';
import { readLastAddress } from '#pwa/features/identity/account-fields.tsx';
import { CardButtonLink, CardFoot, CardHead } from '#pwa/features/identity/auth-card.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';

interface AccountCreatedPageProps {
  /** True when Google verified the address, so that no confirmation is needed. */
  byGoogle: boolean;
  signInSearch: { callbackUrl?: string };
  supportAddress: string;
}

/** Next steps for a new customer. */
export function AccountCreatedPage({ byGoogle, signInSearch, supportAddress }: AccountCreatedPageProps) {
  const address = readLastAddress();
  return (
    <>
      <CardHead icon={byGoogle ? PartyPopper : MailCheck} tone="success" title="Your account is ready">
        {byGoogle ? (
          'Sign in with Google, and you can start.'
        ) : (
          <>
            One more thing: we sent a link to{' '}
            <strong className="text-ink">{address || 'your address'}</strong>. Open it to confirm the address.
            It works for 24 hours.
          </>
        )}
      </CardHead>
      <div className="flex flex-col gap-3">
        <CardButtonLink to="/sign-in" search={signInSearch} primary>
          Sign in
        </CardButtonLink>
        {!byGoogle && address && <ResendForm address={address} />}
      </div>
      <CardFoot>
        Customer service verifies some organizations before their first order and emails the result.
        Questions: {supportAddress}
      </CardFoot>
    </>
  );
}

function ResendForm({ address }: { address: string }) {
  const { problem, busy, attempt } = useAttempt();
  const [sentMessage, setSentMessage] = useState('');
  const send = () =>
    attempt(async () => {
      setSentMessage('');
      setSentMessage((await call(resendVerification, { body: { email: address } })).message);
    });
  return (
    <>
      <Button wide busy={busy} onClick={() => void send()}>
        Send the link again
      </Button>
      {sentMessage && <Notice tone="success" title={sentMessage} />}
      {problem instanceof AppError && <Notice tone="danger" title={problem.message} />}
    </>
  );
}
