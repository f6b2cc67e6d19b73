import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { buildVersion, formatVersion } from '../build-version.ts';

/** The footer with the owner and the running version. */
export function Footer({ entity }: { entity: BusinessEntity | null }) {
  return (
    <footer className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-3 py-3 text-ink-soft text-sm md:px-6">
      <span>{`© ${new Date().getFullYear()} ${entity ? ENTITY_PROFILE[entity].displayName : 'Benchside'}`}</span>
      <span className="tabular-nums">{formatVersion(buildVersion())}</span>
    </footer>
  );
}
