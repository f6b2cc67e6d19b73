import type { ReactNode } from 'react';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { EntityLogo } from '../entity-logo.tsx';
import { Footer } from './footer.tsx';

/** A centred card with the entity's logo and a footer, for sign-in. */
export function AuthenticationLayout({ entity, children }: { entity: BusinessEntity; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <main className="flex flex-1 items-center justify-center p-4">
        <div className="panel w-full max-w-sm p-6 shadow-raised">
          <div className="mb-5 flex items-center gap-3 border-line border-b pb-4">
            <EntityLogo entity={entity} />
            <span className="border-line border-l pl-3 font-semibold text-ink-soft">Benchside</span>
          </div>
          {children}
        </div>
      </main>
      <Footer entity={entity} />
    </div>
  );
}
