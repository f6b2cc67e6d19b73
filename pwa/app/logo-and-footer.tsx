import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { useTheme } from '#pwa/theme/theme-provider.tsx';
import { classNames } from '#pwa/ui/class-names.ts';

interface EntityLogoProps {
  entity: BusinessEntity;
  height?: number;
  /** Shows only the icon of the logo where a phone's header is full. */
  signOnPhone?: boolean;
}

/** The business entity's logo, the white variant on dark themes. */
export function EntityLogo({ entity, height = 28, signOnPhone = false }: EntityLogoProps) {
  const { theme } = useTheme();
  const variant = theme === 'light' ? '' : '-white';
  return (
    <img
      src={`/entities/${entity.toLowerCase()}${variant}.svg`}
      alt={ENTITY_PROFILE[entity].displayName}
      style={{ height }}
      className={classNames(
        'w-auto shrink-0',
        signOnPhone && 'max-sm:aspect-square max-sm:object-cover max-sm:object-left',
      )}
    />
  );
}

/** The app's own icon, while the business entity is unknown. */
export function NeutralLogo({ height = 28 }: { height?: number }) {
  return <img src="/icons/app.svg" alt="Benchside" style={{ height }} className="w-auto shrink-0" />;
}

declare const __BUILD_VERSION__: string;

/** Format the version for users: with a `v` before a digit. */
export function formatVersion(version: string): string {
  return /^\d/.test(version) ? `v${version}` : version;
}

/** The version of this build. */
export function buildVersion(): string {
  return typeof __BUILD_VERSION__ === 'string' ? __BUILD_VERSION__ : 'development';
}

const YEAR = new Date().getFullYear();

/** The footer with the owner and the running version. */
export function Footer({ entity }: { entity: BusinessEntity | null }) {
  return (
    <footer className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-3 py-3 text-ink-soft text-sm md:px-6">
      <span>{`© ${YEAR} ${entity ? ENTITY_PROFILE[entity].displayName : 'Benchside'}`}</span>
      <span className="tabular-nums">{formatVersion(buildVersion())}</span>
    </footer>
  );
}
