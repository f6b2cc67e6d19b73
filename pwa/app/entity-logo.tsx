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
