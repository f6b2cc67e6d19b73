import { LogOut } from 'lucide-react';
import { CardButtonLink, CardHead } from '#pwa/features/identity/auth-card.tsx';
import { Button } from '#pwa/ui/button.tsx';

interface SignOutPageProps {
  /** The signed-in user, if any. */
  email: string | null;
  onSignOut(): void;
  onStay(): void;
}

/** Asks for confirmation, so that a link from somebody else cannot sign the user out. */
export function SignOutPage({ email, onSignOut, onStay }: SignOutPageProps) {
  if (email === null)
    return (
      <>
        <CardHead icon={LogOut} title="You are signed out" />
        <CardButtonLink to="/sign-in" primary>
          Sign in
        </CardButtonLink>
      </>
    );
  return (
    <>
      <CardHead icon={LogOut} title="Sign out?">
        {email} is signed in on this device.
      </CardHead>
      <div className="flex flex-col gap-3">
        <Button variant="primary" wide icon={LogOut} onClick={onSignOut}>
          Sign out
        </Button>
        <Button wide onClick={onStay}>
          Stay signed in
        </Button>
      </div>
    </>
  );
}
