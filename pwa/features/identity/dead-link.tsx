import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { CardHead } from './card-head.tsx';

/** Message for an invalid link: used, expired, or copied incompletely. */
export function DeadLink({ complete, children }: { complete: boolean; children?: ReactNode }) {
  return (
    <>
      <CardHead
        icon={Unlink}
        tone="warning"
        title={complete ? 'This link does not work any more' : 'This link is not complete'}
      >
        {complete
          ? 'It has expired or was already used.'
          : 'Open it again from the email, or copy all of it into the address bar.'}
      </CardHead>
      {children}
    </>
  );
}
