import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { EntityLogo, Footer, NeutralLogo } from './logo-and-footer.tsx';
import { useShell } from './shell.ts';

/** A faint pattern of plate wells behind the card that fades towards the edges. */
const GROUND =
  'bg-canvas bg-[radial-gradient(ellipse_60rem_40rem_at_50%_40%,transparent_30%,var(--canvas)_85%),radial-gradient(circle,var(--line)_3.5px,transparent_4px)] bg-size-[100%_100%,26px_26px] bg-position-[0_0,50%_0]';

/** A centered card with the entity's logo and a footer, for account pages; `wide` for long forms. */
export function AuthenticationLayout({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const { entity, entityKnown } = useShell();
  return (
    <div className={classNames('flex min-h-dvh flex-col', GROUND)}>
      <main
        id="page"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center gap-6 px-3 py-8 outline-none sm:px-4 md:py-12"
      >
        <Link
          to="/"
          aria-label={entityKnown ? `Benchside, ${entity}` : 'Benchside'}
          className="rounded-md bg-canvas/70 px-3 py-1"
        >
          {entityKnown ? <EntityLogo entity={entity} height={40} /> : <NeutralLogo height={40} />}
        </Link>
        <div
          className={classNames(
            'panel w-full overflow-hidden rounded-xl border-t-4 border-t-accent p-5 shadow-overlay sm:p-8',
            wide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          {children}
        </div>
      </main>
      <Footer entity={entityKnown ? entity : null} />
    </div>
  );
}
