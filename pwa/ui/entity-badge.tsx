import { createContext, Fragment, use, useCallback } from 'react';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';

/** The business entities whose bench records the person sees; several for people who serve the whole lab. */
export const VisibleEntitiesContext = createContext<readonly BusinessEntity[]>([]);

const NONE: readonly BusinessEntity[] = [];

/** Return the business entities that the person tells apart; none for people who see one only. */
export function useVisibleEntities(): readonly BusinessEntity[] {
  const visible = use(VisibleEntitiesContext);
  return visible.length > 1 ? visible : NONE;
}

/** Return what follows a label, for example `, RESONANT`; empty for the lab's home entity, which is named first. */
export function useEntitySuffix(): (entity: BusinessEntity) => string {
  const visible = useVisibleEntities();
  return useCallback(
    (entity) =>
      visible.length > 0 && entity !== visible[0] ? `, ${ENTITY_PROFILE[entity].displayName}` : '',
    [visible],
  );
}

interface EntityBadgeProps {
  /** The business entity of the record; several for a batch that mixes them. */
  entity: BusinessEntity | readonly BusinessEntity[];
}

/** The business entity to which a record belongs; renders nothing for people who see one entity only. */
export function EntityBadge({ entity }: EntityBadgeProps) {
  const visible = useVisibleEntities();
  if (visible.length === 0) return null;
  const entities = typeof entity === 'string' ? [entity] : entity;
  // A space instead of a margin, so that a badge that wraps stands at the start of its line.
  return BUSINESS_ENTITIES.filter((one) => entities.includes(one)).map((one) => (
    <Fragment key={one}>
      {' '}
      <span
        data-entity={one}
        className="inline-flex items-center whitespace-nowrap rounded border border-line-strong px-1 align-middle font-medium font-sans text-ink-soft text-xs leading-4"
      >
        {ENTITY_PROFILE[one].displayName}
      </span>
    </Fragment>
  ));
}

/** The options of a filter by business entity. */
const entityOptions = (visible: readonly BusinessEntity[]) =>
  visible.map((value) => ({ value, label: ENTITY_PROFILE[value].displayName }));

/** The filter by business entity of a server list, as a list of none or one; `visible` is what the person tells apart. */
export const entityFilters = (visible: readonly BusinessEntity[]) =>
  visible.length === 0 ? [] : [{ name: 'entity', label: 'Entity', options: entityOptions(visible) }];
