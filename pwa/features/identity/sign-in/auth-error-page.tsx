import { ShieldAlert } from 'lucide-react';
import { knownSignInError, SIGN_IN_ERRORS } from '#db/errors/sign-in-errors.ts';
import { CardAnchor, CardButtonLink, CardFoot, CardHead } from '#pwa/features/identity/auth-card.tsx';

/** Explains why a sign-in failed, and what to do. */
export function AuthErrorPage({
  code,
  supportAddress,
}: {
  code: string | undefined;
  supportAddress: string;
}) {
  const known = knownSignInError(code);
  const { title, text } = SIGN_IN_ERRORS[known];
  return (
    <>
      <CardHead icon={ShieldAlert} tone="danger" title={title}>
        {text}
      </CardHead>
      <div className="flex flex-col gap-3">
        <CardButtonLink to="/sign-in" primary>
          Go to sign-in
        </CardButtonLink>
        {known === 'OAuthAccountNotLinked' && (
          <CardButtonLink to="/create-account">Create an account</CardButtonLink>
        )}
      </div>
      <CardFoot>
        <p>
          Still stuck? Write to <CardAnchor href={`mailto:${supportAddress}`}>{supportAddress}</CardAnchor>.
        </p>
        <p className="mt-1">
          Code: <span className="code">{known}</span>
        </p>
      </CardFoot>
    </>
  );
}
