import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { useTheme } from '#pwa/theme/theme-provider.tsx';

/** The business unit's logo, the white variant on dark themes. */
export function EntityLogo({ entity, height = 28 }: { entity: BusinessEntity; height?: number }) {
  const { theme } = useTheme();
  const variant = theme === 'light' ? '' : '-white';
  return (
    <img
      src={`/entities/${entity.toLowerCase()}${variant}.svg`}
      alt={ENTITY_PROFILE[entity].displayName}
      style={{ height }}
      className="w-auto shrink-0"
    />
  );
}
