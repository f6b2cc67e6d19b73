import type { BusinessEntity } from '#db/values/business-entity.ts';
import { mayOpen, type PageVisitor } from './homes.ts';
import { hasPermissionForAll } from './permissions.ts';
import { seesAllCompanies, seesChildCompanies } from './roles.ts';

/** The kinds of records whose card the server has; those of the bench are only on devices. */
export const SERVER_CARD_KINDS = ['order', 'specimen', 'organization', 'person'] as const;
export type ServerCardKind = (typeof SERVER_CARD_KINDS)[number];

/** Report whether the server has the card of a kind. */
export const hasServerCard = (kind: string): kind is ServerCardKind =>
  SERVER_CARD_KINDS.some((one) => one === kind);

/** Report whether rows of a company are within the reach of a person; staff need the permission for all. */
const reaches = (
  { user }: PageVisitor,
  permission: 'COMPANY_VIEW' | 'USERS_VIEW',
  companyId: string | null,
): boolean =>
  companyId === user.companyId ||
  (seesAllCompanies(user.role)
    ? hasPermissionForAll(user.permissions, permission)
    : companyId !== null && seesChildCompanies(user.role));

/** Return the page of an organization that opens for the person, or null. */
export function organizationPage(
  visitor: PageVisitor,
  { id, entity }: { id: string; entity: BusinessEntity },
): '/organizations/$id' | '/locations/$id' | null {
  if (entity !== visitor.entity || !reaches(visitor, 'COMPANY_VIEW', id)) return null;
  return (
    (['/organizations/$id', '/locations/$id'] as const).find((page) =>
      mayOpen(visitor, page.replace('$id', id)),
    ) ?? null
  );
}

/** Report whether the page of a user opens for the person; `companyId` is null where it is not known. */
export const opensPerson = (
  visitor: PageVisitor,
  { id, entity, companyId }: { id: string; entity: BusinessEntity; companyId: string | null },
): boolean =>
  entity === visitor.entity && reaches(visitor, 'USERS_VIEW', companyId) && mayOpen(visitor, `/users/${id}`);
